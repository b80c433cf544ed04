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
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.report.SarifFile;
import dev.prescient.profiler.report.SourceRoot;
import dev.prescient.runtime.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * FastTrack over one run, threads free. At the end it writes {@code races.json}, {@code sites.json}
 * and {@code agent.json}, and ends the JVM with {@code exitcode} if it found anything. Without the
 * command line it also prints its reports as they come, and writes {@code report.txt} and {@code
 * report.sarif}.
 */
public final class RaceMode implements Mode {
  /** Exit status for a file that is no file of ours. */
  private static final int FOREIGN = 65;

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
    AgentOptions options = context.options();
    boolean alone = options.text(AgentOption.INTO).isEmpty();
    boolean halts = options.on(AgentOption.HALT_ON_ERROR);
    int exitcode = (int) options.number(AgentOption.EXITCODE);
    try {
      RaceLog log =
          RaceLog.install(
              context,
              report -> {
                if (alone && report.counts()) {
                  Log.print(RaceText.of(report));
                }
                if (halts && report.counts()) {
                  Runtime.getRuntime().halt(exitcode);
                }
              });
      End end = new End(context, log, RunFolder.make(options), alone);
      Exit.install(status -> end.write(status) ? exitcode : status);
    } catch (JsonFormatException e) {
      Log.error(String.valueOf(e.getMessage()));
      Runtime.getRuntime().halt(FOREIGN);
    } catch (IOException e) {
      throw new AgentOptions.Invalid("cannot start: " + e);
    }
  }

  /** What is written at the end of the run. */
  private static final class End {
    private final long startMs = System.currentTimeMillis();
    private final AgentContext context;
    private final RaceLog log;
    private final Path folder;
    private final boolean alone;

    End(AgentContext context, RaceLog log, Path folder, boolean alone) {
      this.context = context;
      this.log = log;
      this.folder = folder;
      this.alone = alone;
    }

    /** Writes it all; answers whether there are races that count. */
    boolean write(int status) {
      log.countWhatIsLeftOut();
      List<RaceReport> races = log.reports();
      List<String> notes = new ArrayList<>();
      log.unusedSuppressions().forEach(line -> notes.add("unused suppression: " + line));
      long ms = System.currentTimeMillis() - startMs;
      try {
        RacesFile.write(folder.resolve(RacesFile.NAME), races);
        SitesFile.write(folder.resolve(SitesFile.NAME), context.sites().all());
        AgentFile.write(folder.resolve(AgentFile.NAME), AgentFile.of(context, status, ms, notes));
        if (alone) {
          report(races, notes, status);
        }
      } catch (IOException e) {
        Log.error("cannot write to " + folder + ": " + e);
      }
      return races.stream().anyMatch(RaceReport::counts);
    }

    private void report(List<RaceReport> races, List<String> notes, int status) throws IOException {
      StringBuilder text = new StringBuilder();
      races.stream().filter(RaceReport::counts).forEach(r -> text.append(RaceText.of(r)));
      StringBuilder rest = new StringBuilder();
      RaceText.others(races).forEach(line -> rest.append(line).append("\n"));
      notes.addAll(RaceNotes.of(AgentFile.counts(context)));
      notes.forEach(n -> rest.append("Note: ").append(n).append("\n"));
      if (!races.isEmpty()) {
        rest.append("SUMMARY: ").append(RaceText.total(races));
        rest.append(" (").append(folder).append("/report.txt)\n");
      }
      Files.writeString(folder.resolve("report.txt"), text.toString() + rest);
      Log.print(rest.toString());
      new SarifFile(
              new SourceRoot(Path.of("").toAbsolutePath()),
              races.stream().map(RaceSarif::of).toList(),
              notes,
              status)
          .write(folder.resolve(SarifFile.NAME));
    }
  }
}
