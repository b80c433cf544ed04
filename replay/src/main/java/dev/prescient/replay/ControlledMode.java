package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Log;
import dev.prescient.agent.Mode;
import dev.prescient.agent.instrument.RacyVariables;
import dev.prescient.agent.instrument.Weaving;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.inprocess.EntryMain;
import dev.prescient.replay.schedule.OrderStrategy;
import dev.prescient.replay.schedule.Pct;
import dev.prescient.replay.schedule.Pos;
import dev.prescient.replay.schedule.RaceFuzzer;
import dev.prescient.replay.schedule.RandomStrategy;
import dev.prescient.replay.schedule.ReplayStrategy;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import dev.prescient.replay.trace.TraceFormatException;
import dev.prescient.runtime.control.KeepRunning;
import dev.prescient.runtime.control.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs under the controlled scheduler: one thread at a time, every decision recorded.
 *
 * <p>State: set by {@link #weaving} and {@link #begin}, on the thread that starts the agent.
 */
public final class ControlledMode implements Mode {
  /** Exit status for a recording that cannot be read or is another program's. */
  static final int FOREIGN = 65;

  private static final int PCT_DEPTH = 3;
  private static final long HOUR_MS = 3_600_000L;

  private @Nullable Recording recording;
  private RacyVariables racy = RacyVariables.NONE;
  private @Nullable ClassCheck classes;

  @Override
  public Weaving weaving(AgentContext context) {
    AgentOptions options = context.options();
    racy = racyVariables(options);
    recording = recording(options);
    ClassCheck check = new ClassCheck(recording);
    classes = check;
    return new Weaving(
        options.on(AgentOption.DETECT), true, options.mode().equals("trace"), racy, check);
  }

  /** The variables that an earlier run found to race; none if no run is given or it found none. */
  static RacyVariables racyVariables(AgentOptions options) {
    if (options.text(AgentOption.RUN).isEmpty()) {
      return RacyVariables.NONE;
    }
    Path file = Path.of(options.text(AgentOption.RUN)).resolve(RacesFile.NAME);
    Set<String> fields = new TreeSet<>();
    Set<String> arrays = new TreeSet<>();
    try {
      for (RaceReport race : RacesFile.read(file)) {
        switch (race.kind()) {
          case FIELD, STATIC -> fields.add(race.declaration());
          case ARRAY -> arrays.add(race.declaration());
          case OBJECT -> {} // the state of a JDK object: its accesses are calls
        }
      }
    } catch (NoSuchFileException e) {
      return RacyVariables.NONE;
    } catch (IOException e) {
      throw new AgentOptions.Invalid("cannot read " + file + ": " + e.getMessage());
    }
    return new RacyVariables(fields, arrays);
  }

  private static @Nullable Recording recording(AgentOptions options) {
    String file = options.text(AgentOption.SCHEDULE);
    String run = options.text(AgentOption.RUN);
    boolean follows = strategyName(options).equals("replay");
    if (!follows) {
      return null;
    }
    Path path = file.isEmpty() ? Path.of(run).resolve(Recording.NAME) : Path.of(file);
    try {
      return RecordingReader.read(path);
    } catch (TraceFormatException e) {
      refuse(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      refuse("cannot read the recording " + path + ": " + e.getMessage());
    }
    return null;
  }

  /** Ends the JVM before the program has done anything that counts. */
  static void refuse(String message) {
    Log.error(message);
    Runtime.getRuntime().halt(FOREIGN);
  }

  /** The strategy by its option, or what fits what is given. */
  private static String strategyName(AgentOptions options) {
    String name = options.text(AgentOption.STRATEGY);
    if (name.isEmpty()) {
      boolean given =
          !options.text(AgentOption.SCHEDULE).isEmpty()
              || (!options.text(AgentOption.RUN).isEmpty()
                  && Files.isRegularFile(
                      Path.of(options.text(AgentOption.RUN)).resolve(Recording.NAME)));
      return given ? "replay" : "p";
    }
    return name.equals("prefix") ? "replay" : name;
  }

  private Strategy strategy(AgentOptions options) {
    long seed = options.number(AgentOption.SEED);
    return switch (strategyName(options)) {
      case "random" -> new RandomStrategy(seed, 1);
      case "p" -> new RandomStrategy(seed, 5);
      case "pct" -> new Pct(seed, PCT_DEPTH, (int) options.number(AgentOption.LENGTH));
      case "pos" -> new Pos(seed);
      case "race" -> raceFuzzer(seed, options);
      case "rr" -> new KeepRunning();
      case "replay" -> {
        Recording followed = recording;
        if (followed == null) {
          throw new AgentOptions.Invalid(
              "strategy replay needs a recording: give run or schedule.");
        }
        yield followed.order().size() > 0
            ? new OrderStrategy(followed.order())
            : new ReplayStrategy(followed);
      }
      default ->
          throw new AgentOptions.Invalid(
              "agent option strategy="
                  + options.text(AgentOption.STRATEGY)
                  + ": expected "
                  + AgentOption.STRATEGY.legal
                  + ".");
    };
  }

  private static Strategy raceFuzzer(long seed, AgentOptions options) {
    try {
      return RaceFuzzer.of(seed, options.text(AgentOption.RACE));
    } catch (IllegalArgumentException e) {
      throw new AgentOptions.Invalid(
          "agent option race="
              + options.text(AgentOption.RACE)
              + ": expected "
              + AgentOption.RACE.legal
              + ".");
    }
  }

  /** Of a run that begins now, and follows no other. */
  static Recording.Header header(long seed, String strategy, RacyVariables racy) {
    long now = System.currentTimeMillis();
    return header(seed, now - now % HOUR_MS, strategy, racy);
  }

  private static Recording.Header header(
      long seed, long baseMillis, String strategy, RacyVariables racy) {
    return new Recording.Header(
        System.getProperty("sun.java.command", ""),
        System.getProperty("java.runtime.version", ""),
        seed,
        baseMillis,
        strategy,
        racy.fields().stream().sorted().toList(),
        racy.arrays().stream().sorted().toList());
  }

  @Override
  public void begin(AgentContext context) {
    AgentOptions options = context.options();
    Recording followed = recording;
    ClassCheck check = classes;
    if (check == null) {
      throw new IllegalStateException("weaving comes before begin");
    }
    Recording.Header header =
        followed == null
            ? header(options.number(AgentOption.SEED), strategyName(options), racy)
            : header(
                followed.header().seed(),
                followed.header().baseMillis(),
                strategyName(options),
                racy);
    try {
      if (options.number(AgentOption.SCHEDULES) > 1) {
        EntryMain.install(new RepeatedRuns(context, header, check, followed));
        return;
      }
      ControlledRun run = new ControlledRun(context, header, strategy(options), check);
      if (options.text(AgentOption.ENTRY).isEmpty()) {
        run.begin();
      } else {
        EntryMain.install(new WarmRun(context, header, check, run));
      }
    } catch (AgentOptions.Invalid e) {
      Log.error(String.valueOf(e.getMessage()));
      Runtime.getRuntime().halt(2);
    } catch (IOException e) {
      Log.error("cannot write the run's folder: " + e);
      Runtime.getRuntime().halt(2);
    }
  }
}
