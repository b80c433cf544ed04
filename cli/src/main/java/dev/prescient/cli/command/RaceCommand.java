package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.RunReport;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm race}: FastTrack over one run, threads running free. */
@Command(name = "race", description = "Finds the data races of one run (FastTrack).")
final class RaceCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(names = "--halt-on-error", description = "End the program after the first race.")
  private boolean haltOnError;

  @Option(
      names = "--max-reports",
      paramLabel = "N",
      defaultValue = "100",
      description = "Reports per run (default: ${DEFAULT-VALUE}).")
  private String maxReports = "100";

  @Option(
      names = "--precision",
      paramLabel = "precise|fast",
      defaultValue = "fast",
      description =
          "fast: a race is reported on every variable that has one, at some of its lines;"
              + " precise: every access is checked (default: ${DEFAULT-VALUE}).")
  private String precision = "fast";

  @Option(
      names = "--allocations",
      description = "Keep where objects are made, for reports; costs time and memory.")
  private boolean allocations;

  @Option(
      names = "--history",
      paramLabel = "N",
      description = "Threads per place whose stacks are kept, 0..1024 (default: 4).")
  private @Nullable String history;

  @Option(
      names = "--pass-exit",
      description = "Without findings, exit with the program's own status.")
  private boolean passExit;

  @Parameters(paramLabel = "JAVA-ARGUMENTS", description = "What one would give java.")
  private List<String> program = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<AgentOption, String> more = new EnumMap<>(AgentOption.class);
    more.put(AgentOption.HALT_ON_ERROR, String.valueOf(haltOnError));
    more.put(AgentOption.MAX_REPORTS, maxReports);
    more.put(AgentOption.PRECISION, precision);
    if (allocations) {
      more.put(AgentOption.ALLOCATIONS, "true");
    }
    if (history != null) {
      more.put(AgentOption.HISTORY, history);
    }
    Session session = Session.open("race", common, program, true, more);
    SingleRun run = SingleRun.of(session, Map.of(AgentOption.MODE, "race"));
    return run.finish(
        new RunReport(
            "race",
            session.shownFolder(),
            0,
            run.agent().jdk(),
            run.races(),
            List.of(),
            List.of(),
            List.of(),
            null,
            run.agent().counts(),
            "",
            run.notes()),
        passExit);
  }
}
