package dev.prescient.cli.command;

import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.TextReport;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm report RUN}: renders a run's report again. */
@Command(name = "report", description = "Shows the report of an earlier run again.")
final class ReportCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "pm-out",
      description = "Where run folders are looked for (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("pm-out");

  @Option(names = "--json", description = "As JSON on standard output, instead of text.")
  private boolean json;

  @Parameters(paramLabel = "RUN", description = "A run's folder, or its bare name.")
  private String run = "";

  @Override
  public Integer call() throws IOException {
    Path file = RunFolder.find(run, out).resolve(ReportFile.NAME);
    if (!Files.exists(file)) {
      throw new PmException(
          ExitCode.USAGE, "there is no " + file + ": the run did not get so far.");
    }
    RunReport report = ReportFile.read(file);
    PrintWriter writer = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    if (json) {
      ReportFile.write(writer, report);
    } else {
      writer.print(TextReport.render(report));
    }
    writer.flush();
    return report.exit();
  }
}
