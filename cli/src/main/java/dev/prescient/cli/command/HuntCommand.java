package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.Exploration;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.HuntOptions;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.target.Canary;
import dev.prescient.cli.target.PmException;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm hunt}: the whole chain. */
@Command(
    name = "hunt",
    description =
        "Finds races, injects values their loads might have returned, explores schedules, and"
            + " explains every failure.")
final class HuntCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private OracleOptions oracles = new OracleOptions();
  @Mixin private ControlOptions control = new ControlOptions();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "5m",
      description = "Of the whole hunt; what has begun is ended (default: ${DEFAULT-VALUE}).")
  private Duration budget = Duration.ofMinutes(5);

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs with free threads that look for races (default: ${DEFAULT-VALUE}).")
  private int runs = 3;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      defaultValue = "200",
      description = "Most schedules explored (default: ${DEFAULT-VALUE}).")
  private long schedules = 200;

  @Option(
      names = "--preemptions",
      paramLabel = "N",
      defaultValue = "2",
      description = "Bound of the systematic exploration (default: ${DEFAULT-VALUE}).")
  private int preemptions = 2;

  @Option(names = "--stop-at-first", description = "End after the first confirmed failure.")
  private boolean stopAtFirst;

  @Option(
      names = "--speculative",
      description = "Show failures too that only a compiler knowing ranges of values explains.")
  private boolean speculative;

  @Option(
      names = "--baseline-timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "Of the run without the agent (default: ${DEFAULT-VALUE}).")
  private Duration baselineTimeout = Duration.ofSeconds(60);

  @Parameters(paramLabel = "JAVA-ARGUMENTS", description = "What one would give java.")
  private List<String> program = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommonOptions.positive("--runs", runs);
    Session session =
        Session.open(
            "hunt", common, program, control.assertions(), new EnumMap<>(AgentOption.class));
    HuntOptions options =
        new HuntOptions(
            budget,
            runs,
            3,
            schedules,
            Exploration.PORTFOLIO,
            preemptions,
            control.tries(20),
            session.options.number(AgentOption.SEED),
            stopAtFirst,
            speculative,
            control.encoding(),
            oracles.okExits(),
            oracles.failOn(),
            oracles.command(),
            oracles.comparesOutput(),
            baselineTimeout);
    Hunt hunt = session.hunt(options, control.assertions());
    try {
      RunReport report =
          hunt.run(
              "hunt",
              EnumSet.allOf(Hunt.Stage.class),
              () -> Canary.check(session.launcher.program(), session.folder),
              common.exitcode);
      return session.finish(report, -1);
    } catch (PmException e) {
      return session.failed(e.exitCode(), String.valueOf(e.getMessage()));
    }
  }
}
