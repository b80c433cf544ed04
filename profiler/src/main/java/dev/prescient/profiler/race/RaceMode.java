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
import dev.prescient.profiler.report.SarifResult;
import dev.prescient.profiler.report.SourceRoot;
import dev.prescient.runtime.Exit;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
      RaceLog log = RaceLog.install(context, new Told(alone, halts, exitcode));
      Exit.install(new End(context, log, RunFolder.make(options), alone, exitcode));
    } catch (JsonFormatException e) {
      Log.error(String.valueOf(e.getMessage()));
      Runtime.getRuntime().halt(FOREIGN);
    } catch (IOException e) {
      throw new AgentOptions.Invalid("cannot start: " + e);
    }
  }

  /** What is done with a report at once. */
  private record Told(boolean alone, boolean halts, int exitcode) implements RaceLog.Listener {
    @Override
    public void found(RaceReport report) {
      if (alone && report.counts()) {
        Log.print(RaceText.of(report));
      }
      if (halts && report.counts()) {
        Runtime.getRuntime().halt(exitcode);
      }
    }
  }

  /** What is written at the end of the run. It has no lambdas: each takes a millisecond. */
  private static final class End implements Exit.Action {
    private final long startMs = System.currentTimeMillis();
    private final AgentContext context;
    private final RaceLog log;
    private final Path folder;
    private final boolean alone;
    private final int exitcode;

    End(AgentContext context, RaceLog log, Path folder, boolean alone, int exitcode) {
      this.context = context;
      this.log = log;
      this.folder = folder;
      this.alone = alone;
      this.exitcode = exitcode;
    }

    /** Writes it all. */
    @Override
    public int atExit(int status) {
      log.countWhatIsLeftOut();
      List<RaceReport> races = log.reports();
      List<String> notes = new ArrayList<>();
      for (String line : log.unusedSuppressions()) {
        notes.add("unused suppression: " + line);
      }
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
      for (RaceReport r : races) {
        if (r.counts()) {
          return exitcode;
        }
      }
      return status;
    }

    private void report(List<RaceReport> races, List<String> notes, int status) throws IOException {
      StringBuilder text = new StringBuilder();
      List<SarifResult> results = new ArrayList<>();
      for (RaceReport r : races) {
        if (r.counts()) {
          text.append(RaceText.of(r));
        }
        results.add(RaceSarif.of(r));
      }
      StringBuilder rest = new StringBuilder();
      for (String line : RaceText.others(races)) {
        rest.append(line).append("\n");
      }
      notes.addAll(RaceNotes.of(AgentFile.counts(context)));
      for (String n : notes) {
        rest.append("Note: ").append(n).append("\n");
      }
      if (!races.isEmpty()) {
        rest.append("SUMMARY: ").append(RaceText.total(races));
        rest.append(" (").append(folder).append("/report.txt)\n");
      }
      try (OutputStream out = new FileOutputStream(folder.resolve("report.txt").toFile())) {
        out.write((text.toString() + rest).getBytes(StandardCharsets.UTF_8));
      }
      Log.print(rest.toString());
      SourceRoot sources = new SourceRoot(Path.of("").toAbsolutePath());
      new SarifFile(sources, context.version(), results, notes, status)
          .write(folder.resolve(SarifFile.NAME));
    }
  }
}
