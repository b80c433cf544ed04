package dev.prescient.profiler.race;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Log;
import dev.prescient.agent.Mode;
import dev.prescient.agent.instrument.RacyVariables;
import dev.prescient.agent.instrument.Weaving;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.RunFolder;
import dev.prescient.profiler.SitesFile;
import dev.prescient.runtime.Exit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * FastTrack over one run, threads free. At the end it writes {@code races.json}, {@code sites.json}
 * and {@code agent.json}, and ends the JVM with {@code exitcode} if it found anything. Without the
 * command line it also prints its reports as they come.
 */
public final class RaceMode implements Mode {
  @Override
  public Set<String> names() {
    return Set.of("race");
  }

  @Override
  public Weaving weaving(AgentContext context) {
    return new Weaving(true, false, false, RacyVariables.NONE);
  }

  @Override
  public void begin(AgentContext context) {
    long startMs = System.currentTimeMillis();
    AgentOptions options = context.options();
    boolean alone = options.text(AgentOption.INTO).isEmpty();
    boolean halts = options.on(AgentOption.HALT_ON_ERROR);
    int exitcode = (int) options.number(AgentOption.EXITCODE);
    Path folder;
    Suppressions suppressions;
    try {
      folder = RunFolder.make(options);
      suppressions = Suppressions.of(options);
    } catch (IOException e) {
      throw new AgentOptions.Invalid(e.toString());
    }
    RaceLog log =
        RaceLog.install(
            context,
            suppressions,
            report -> {
              if (alone && !report.suppressed()) {
                Log.print(RaceText.of(report));
              }
              if (halts && !report.suppressed()) {
                Runtime.getRuntime().halt(exitcode);
              }
            });
    Exit.install(
        status -> {
          List<RaceReport> races = log.reports();
          write(context, folder, races, status, System.currentTimeMillis() - startMs);
          boolean found = races.stream().anyMatch(r -> !r.suppressed());
          if (alone) {
            summary(races, suppressions, folder);
          }
          return found ? exitcode : status;
        });
  }

  private static void write(
      AgentContext context, Path folder, List<RaceReport> races, int status, long durationMs) {
    try {
      RacesFile.write(folder.resolve(RacesFile.NAME), races);
      SitesFile.write(folder.resolve(SitesFile.NAME), context.sites().all());
      AgentFile.write(folder.resolve(AgentFile.NAME), AgentFile.of(context, status, durationMs));
    } catch (IOException e) {
      Log.say("cannot write to " + folder + ": " + e);
    }
  }

  private static void summary(List<RaceReport> races, Suppressions suppressions, Path folder) {
    long suppressed = races.stream().filter(RaceReport::suppressed).count();
    for (String line : suppressions.unused()) {
      Log.say("unused suppression: " + line);
    }
    if (!races.isEmpty()) {
      Log.print(
          "SUMMARY: "
              + (races.size() - suppressed)
              + " races"
              + (suppressed == 0 ? "" : ", " + suppressed + " suppressed")
              + " ("
              + folder
              + ")\n");
    }
  }
}
