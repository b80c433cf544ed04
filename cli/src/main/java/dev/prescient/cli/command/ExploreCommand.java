package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.Exploration;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.HuntOptions;
import dev.prescient.cli.hunt.Systematic;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.target.Canary;
import dev.prescient.cli.target.Durations;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.RunFolder;
import dev.prescient.profiler.race.RaceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm explore}: schedules, random and systematic, with the races found first. */
@Command(
    name = "explore",
    description = "Tries schedules: random ones, then all with few preemptions.")
final class ExploreCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private OracleOptions oracles = new OracleOptions();
  @Mixin private ControlOptions control = new ControlOptions();

  @Option(
      names = "--budget",
      paramLabel = "N|TIME",
      description = "Schedules, or time (default: 10000; with --entry 50000).")
  private @Nullable String budget;

  @Option(
      names = "--preemptions",
      paramLabel = "N",
      defaultValue = "2",
      description = "Bound of the systematic exploration (default: ${DEFAULT-VALUE}).")
  private int preemptions = 2;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      defaultValue = "portfolio",
      description = {
        "portfolio: p, random, pct and pos in turn, then icb; random: any thread at each point; p:"
            + " one point of five; pct: random priorities, changed at two points; pos: partial"
            + " order sampling; icb: all schedules, fewest preemptions first; race: threads are"
            + " held at one place of a race until another comes to the other"
            + " (default: ${DEFAULT-VALUE})."
      })
  private Exploration.Strategy strategy = Exploration.Strategy.PORTFOLIO;

  @Option(
      names = "--race",
      paramLabel = "[RUN/]R1",
      split = ",",
      description = "With strategy race: races of an earlier run (default: all that are found).")
  private List<String> races = List.of();

  @Option(
      names = "--no-preempt",
      paramLabel = "PATTERN",
      split = ":",
      description =
          "Classes in whose methods, and in what these call, no thread is preempted: com.acme.*.")
  private List<String> sealed = List.of();

  @Option(names = "--stop-at-first", description = "End after the first confirmed failure.")
  private boolean stopAtFirst;

  @Option(
      names = "--entry",
      paramLabel = "CLASS#METHOD",
      description = {
        "Run this method many times in one JVM, instead of a JVM for each schedule. Behind -- stands"
            + " the class path, as in -- -cp classes."
      })
  private @Nullable String entry;

  /** What loads of racy variables may return. */
  enum Memory {
    SC,
    STALE,
    FUTURE,
    WEAK
  }

  @Option(
      names = "--memory",
      paramLabel = "MODEL",
      defaultValue = "sc",
      description = {
        "With --entry, what loads of racy variables may return: sc: the latest value; stale: also old"
            + " ones that they see; future: also ones that another thread stores later; weak: all"
            + " of these (default: ${DEFAULT-VALUE})."
      })
  private Memory memory = Memory.SC;

  @Option(
      names = "--speculative",
      description = "Report also what only a compiler that knows the ranges of values can lead to.")
  private boolean speculative;

  @Option(
      names = "--fresh-loader",
      description = "With --entry: load the classes of the class path anew for each schedule.")
  private boolean freshLoader;

  @Parameters(paramLabel = "JAVA-ARGUMENTS", description = "What one would give java.")
  private List<String> program = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    String given = budget == null ? (entry == null ? "10000" : "50000") : budget;
    Duration time = Durations.parse(given).orElse(Duration.ofDays(365));
    long schedules = Durations.parse(given).isPresent() ? Long.MAX_VALUE : schedules(given);
    Map<AgentOption, String> more = entryOptions();
    if (!sealed.isEmpty()) {
      more.put(AgentOption.NO_PREEMPT, String.join(":", sealed));
    }
    Exploration exploration =
        new Exploration(strategy, races(common.outFolder(common.agentOptions(more))));
    Session session = Session.open("explore", common, program, control.assertions(), more);
    HuntOptions options =
        new HuntOptions(
            time,
            1,
            2,
            schedules,
            exploration,
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
            common.timeout);
    try {
      RunReport report =
          session
              .hunt(options, control.assertions(), systematic(session, time, exploration))
              .run(
                  "explore",
                  EnumSet.of(Hunt.Stage.EXPLORE),
                  () -> Canary.check(session.launcher.program(), session.folder),
                  common.exitcode);
      return session.finish(report, -1);
    } catch (PmException e) {
      return session.failed(e.exitCode(), String.valueOf(e.getMessage()));
    }
  }

  /** What the agent is told of an entry. */
  private Map<AgentOption, String> entryOptions() {
    Map<AgentOption, String> o = new EnumMap<>(AgentOption.class);
    String method = entry;
    if (method == null) {
      if (freshLoader) {
        throw new PmException(ExitCode.USAGE, "--fresh-loader needs --entry Class#method.");
      }
      if (memory != Memory.SC) {
        throw new PmException(
            ExitCode.USAGE,
            "--memory needs --entry Class#method. Without it the portfolio tries old values, and pm"
                + " hunt future ones.");
      }
      return o;
    }
    if (oracles.looksAtProcess()) {
      throw new PmException(
          ExitCode.USAGE,
          "--entry: its runs share a JVM and have no output or status of their own. Leave out"
              + " --fail-on, --ok-exit and --oracle, or --entry.");
    }
    o.put(AgentOption.ENTRY, method);
    if (freshLoader) {
      o.put(AgentOption.FRESH_LOADER, "true");
    }
    return o;
  }

  private Systematic systematic(Session session, Duration time, Exploration how) {
    if (entry == null) {
      return Parts.systematic();
    }
    Map<AgentOption, String> more = new EnumMap<>(AgentOption.class);
    more.put(AgentOption.MEMORY, memory.name().toLowerCase(Locale.ROOT));
    if (stopAtFirst) {
      more.put(AgentOption.HALT_ON_ERROR, "true");
    }
    if (strategy != Exploration.Strategy.PORTFOLIO) {
      more.put(AgentOption.STRATEGY, strategy.name().toLowerCase(Locale.ROOT));
    }
    if (strategy == Exploration.Strategy.RACE) {
      if (how.races().size() != 1) {
        throw new PmException(
            ExitCode.USAGE, "--entry with --strategy race needs one race: --race R1.");
      }
      more.put(AgentOption.RACE, how.races().get(0).places());
    }
    return Parts.inProcess(more, time, state -> session.console.progress("explore", state));
  }

  /** The races named by {@code --race}. */
  private List<RaceReport> races(Path out) throws IOException {
    if (!races.isEmpty() && strategy != Exploration.Strategy.RACE) {
      throw new PmException(ExitCode.USAGE, "--race needs --strategy race.");
    }
    List<RaceReport> chosen = new ArrayList<>();
    for (String name : races) {
      int slash = name.lastIndexOf('/');
      Path run = RunFolder.find(slash < 0 ? "latest" : name.substring(0, slash), out);
      chosen.add(Races.find(run, name.substring(slash + 1), "--race " + name));
    }
    return chosen;
  }

  private static long schedules(String budget) {
    try {
      long n = Long.parseLong(budget);
      if (n > 0) {
        return n;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new PmException(
        ExitCode.USAGE,
        "--budget " + budget + ": expected a number of schedules, or a time such as 30s.");
  }
}
