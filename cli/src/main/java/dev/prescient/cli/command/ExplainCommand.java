package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.hunt.Explainer;
import dev.prescient.cli.hunt.Reproduction;
import dev.prescient.cli.report.Console;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.TextReport;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.Launcher;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.PmJar;
import dev.prescient.cli.target.RunFile;
import dev.prescient.cli.target.RunFolder;
import dev.prescient.cli.target.TargetProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pm explain RUN/F1}: the statements that matter, with the invariants between. */
@Command(
    name = "explain",
    description = "Cuts a failure down to the statements that matter, with invariants between.")
final class ExplainCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ControlOptions control = new ControlOptions();

  @Parameters(paramLabel = "RUN/F1", description = "A failure; or a run, for its first failure.")
  private String failure = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    AgentOptions options = common.agentOptions(new EnumMap<>(AgentOption.class));
    String encoding = control.encoding();
    Path home = home(RunFolder.find(failure, common.outFolder(options)));
    Finding finding = ReportFile.readFailure(home.resolve(ReportFile.FAILURE));
    RunFile run = ReplayCommand.runFile(RunFolder.runOf(home));
    TargetProcess target =
        new TargetProcess(
            new Launcher(run.program(), PmJar.path()),
            Files.createDirectories(next(home)),
            Session.kept(run),
            run.assertions(),
            common.timeout);
    target.quickFor(run.counts().getOrDefault("baselineMs", Long.MAX_VALUE));
    try {
      Finding explained =
          finding.explained(
              Parts.explainer()
                  .explain(target, home, Reproduction.options(home, finding), finding, encoding));
      ReportFile.writeFailure(home.resolve(ReportFile.FAILURE), explained);
      return show(explained);
    } catch (Explainer.Unexplained e) {
      throw new PmException(
          ExitCode.EXPECTATION, finding.id() + " is not explained: " + e.getMessage());
    }
  }

  private static Path home(Path found) throws IOException {
    if (Files.exists(found.resolve(ReportFile.FAILURE))) {
      return found;
    }
    Path first = found.resolve("failures").resolve("F1");
    if (Files.exists(first.resolve(ReportFile.FAILURE))) {
      return first;
    }
    throw new PmException(
        ExitCode.USAGE,
        found + " has no failure to explain." + (Files.isDirectory(found) ? known(found) : ""));
  }

  private static String known(Path run) throws IOException {
    Path failures = run.resolve("failures");
    if (!Files.isDirectory(failures)) {
      return "";
    }
    try (Stream<Path> all = Files.list(failures)) {
      List<String> names = all.map(p -> p.getFileName().toString()).sorted().toList();
      return " It has: " + String.join(", ", names) + ".";
    }
  }

  private static Path next(Path home) {
    for (int i = 1; ; i++) {
      Path folder = home.resolve("explain-" + i);
      if (!Files.exists(folder)) {
        return folder;
      }
    }
  }

  private int show(Finding explained) throws IOException {
    Console console = common.console();
    console.text(TextReport.render(explained));
    if (common.json) {
      PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
      ReportFile.write(out, explained);
      out.flush();
    }
    Finding.Slice slice = explained.slice();
    return slice != null && slice.certified() ? ExitCode.OK : ExitCode.EXPECTATION;
  }
}
