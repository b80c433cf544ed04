package dev.prescient.cli.command;

import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.SarifReport;
import dev.prescient.cli.report.TextReport;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.RunFile;
import dev.prescient.cli.target.RunFolder;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.race.Baseline;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm report RUN}: renders a run's report again, also that of the agent alone. */
@Command(name = "report", description = "Shows the report of an earlier run again.")
final class ReportCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "pm-out",
      description = "Where run folders are looked for (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("pm-out");

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description = "The folder of an earlier run, or its report.json: its races are known.")
  private @Nullable Path baseline;

  @ArgGroup private @Nullable Form form;

  private static final class Form {
    @Option(names = "--json", description = "As JSON on standard output, instead of text.")
    private boolean json;

    @Option(names = "--sarif", description = "As a SARIF 2.1.0 log on standard output.")
    private boolean sarif;
  }

  @Parameters(paramLabel = "RUN", description = "A run's folder, or its bare name.")
  private String run = "";

  @Override
  public Integer call() throws IOException {
    Path folder = RunFolder.find(run, out);
    RunReport report = read(folder, run);
    if (baseline != null) {
      report = judged(report, baseline);
    }
    PrintWriter writer = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    if (form != null && form.json) {
      ReportFile.write(writer, report);
    } else if (form != null && form.sarif) {
      SarifReport.of(report, sources(folder)).write(writer);
    } else {
      writer.print(TextReport.render(report, program(folder)));
    }
    writer.flush();
    return report.exit();
  }

  /**
   * The report of a run, also of one of the agent alone.
   *
   * @param shown the run as the user wrote it
   */
  static RunReport read(Path folder, String shown) throws IOException {
    Path file = folder.resolve(ReportFile.NAME);
    if (Files.exists(file)) {
      return ReportFile.read(file);
    }
    if (!Files.exists(folder.resolve(AgentFile.NAME))) {
      throw new PmException(
          ExitCode.USAGE, "there is no " + file + ": the run did not get so far.");
    }
    AgentFile agent = AgentFile.read(folder.resolve(AgentFile.NAME));
    List<RaceReport> races = RacesFile.read(folder.resolve(RacesFile.NAME));
    boolean found = races.stream().anyMatch(RaceReport::counts);
    return new RunReport(
        "race",
        shown,
        found ? ExitCode.FINDINGS : ExitCode.OK,
        agent.jdk(),
        races,
        List.of(),
        List.of(),
        List.of(),
        null,
        agent.counts(),
        "not run",
        agent.notes());
  }

  private static RunReport judged(RunReport report, Path baseline) throws IOException {
    Baseline known;
    try {
      known = Baseline.read(baseline);
    } catch (AgentOptions.Invalid e) {
      throw new PmException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
    RunReport judged =
        report.withRaces(
            report.races().stream().map(r -> r.judged(r.excuse(), known.knows(r))).toList());
    boolean onlyKnown = report.hasFindings() && !judged.hasFindings();
    return onlyKnown ? judged.exiting(ExitCode.OK) : judged;
  }

  /** What java was given; nothing is known of it after the agent alone. */
  private static List<String> program(Path folder) throws IOException {
    Path file = folder.resolve(RunFile.NAME);
    return Files.exists(file) ? RunFile.read(file).arguments() : List.of("<what java was given>");
  }

  /** The folder that the program ran in: sources are looked for beneath it. */
  private static Path sources(Path folder) throws IOException {
    Path file = folder.resolve(RunFile.NAME);
    return Files.exists(file)
        ? Path.of(RunFile.read(file).workingFolder())
        : Path.of("").toAbsolutePath();
  }
}
