package dev.prescient.cli.report;

import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceNotes;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RaceSarif;
import dev.prescient.profiler.race.RaceText;
import dev.prescient.profiler.report.Frame;
import dev.prescient.profiler.report.Rule;
import dev.prescient.profiler.report.SarifFile;
import dev.prescient.profiler.report.SarifResult;
import dev.prescient.profiler.report.SourceRoot;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A whole run as a SARIF log: races, failures, and candidates as notes. */
public final class SarifReport {
  private static final int CANDIDATES = 100;

  /** Frames by {@code File.java:12}: most of a report names places without their class. */
  private final Map<String, Frame> places = new HashMap<>();

  private SarifReport(RunReport report) {
    for (RaceReport r : report.races()) {
      for (Access a : List.of(r.first(), r.second())) {
        know(Stream.of(RaceSarif.place(a)));
        know(a.stack().stream().map(Frame::parse));
      }
    }
    report.failures().forEach(f -> know(f.failure().stack().stream().map(Frame::parse)));
  }

  private void know(Stream<Frame> frames) {
    frames.filter(f -> !f.isJdk()).forEach(f -> places.putIfAbsent(f.file() + ":" + f.line(), f));
  }

  /**
   * The log.
   *
   * @param sources the folder that the program runs in
   */
  public static SarifFile of(RunReport report, Path sources) {
    List<SarifResult> results = new ArrayList<>();
    SarifReport r = new SarifReport(report);
    report.races().forEach(race -> results.add(RaceSarif.of(race)));
    report.failures().forEach(f -> results.add(r.failure(f)));
    report.candidates().stream().limit(CANDIDATES).forEach(c -> results.add(r.candidate(c)));
    List<String> notes = new ArrayList<>(report.notes());
    notes.addAll(RaceNotes.of(report.counts()));
    if (report.candidates().size() > CANDIDATES) {
      notes.add((report.candidates().size() - CANDIDATES) + " more candidates are not listed.");
    }
    String version = SarifReport.class.getPackage().getImplementationVersion();
    return new SarifFile(
        new SourceRoot(sources),
        version == null ? "unknown" : version,
        results,
        notes,
        report.exit());
  }

  private SarifResult failure(Finding f) {
    Failure failure = f.failure();
    List<SarifResult.Related> related = new ArrayList<>();
    List<SarifResult.Step> steps = new ArrayList<>();
    for (Finding.Read r : f.reads()) {
      boolean future = r.kind() == Candidate.Kind.FUTURE;
      String load = "The load of " + r.variable() + " by T" + r.thread() + " returns " + r.value();
      SarifResult.Step read = new SarifResult.Step("T" + r.thread(), load, place(r.load()));
      SarifResult.Step store =
          new SarifResult.Step(
              "another thread",
              (future ? "The store that makes it legal" : "The store of the old value"),
              place(r.store()));
      steps.addAll(future ? List.of(read, store) : List.of(store, read));
      related.add(new SarifResult.Related(load, place(r.load())));
      related.add(new SarifResult.Related(store.text(), place(r.store())));
    }
    Frame site =
        failure.stack().stream()
            .map(Frame::parse)
            .filter(frame -> !frame.isJdk())
            .findFirst()
            .orElseGet(() -> place(failure.site()));
    if (!failure.thread().isEmpty()) {
      steps.add(new SarifResult.Step("T" + failure.thread(), failure.reason(), site));
    }
    String where =
        failure.thread().isEmpty()
            ? ""
            : " in " + RaceText.thread(failure.thread(), failure.threadName());
    return new SarifResult(
        rule(f),
        false,
        SarifFile.escaped(
            failure.reason()
                + where
                + ". Fails "
                + f.hits()
                + " of "
                + f.of()
                + " times by: "
                + f.command()),
        site,
        related,
        steps,
        failure.stack().isEmpty()
            ? List.of()
            : List.of(
                new SarifResult.Stack(
                    "The failure" + where, failure.stack().stream().map(Frame::parse).toList())),
        f.key().replaceAll(":\\d+", ""),
        Optional.empty(),
        false);
  }

  private static Rule rule(Finding f) {
    return switch (f.failure().kind()) {
      case DEADLOCK, MISSED_WAKE_UP -> Rule.PM0005;
      case LIVELOCK, NON_TERMINATION -> Rule.PM0006;
      case OUTPUT, EXIT_STATUS, ORACLE -> Rule.PM0007;
      case SLOWDOWN -> Rule.PM0008;
      case EXCEPTION, ASSERTION, TASK_EXCEPTION ->
          f.memoryClass().startsWith("future")
              ? Rule.PM0002
              : f.memoryClass().equals("stale") ? Rule.PM0003 : Rule.PM0004;
    };
  }

  private SarifResult candidate(Tried t) {
    Candidate c = t.candidate();
    boolean future = c.kind() == Candidate.Kind.FUTURE;
    return new SarifResult(
        future ? Rule.PM0002 : Rule.PM0003,
        true,
        SarifFile.escaped(
            "This load of "
                + c.variable()
                + " could also return "
                + c.value().text()
                + (future ? ", which is stored later (" : ", which is older (")
                + c.id()
                + ")."),
        place(c.loadSite()),
        List.of(),
        List.of(),
        List.of(),
        c.kind() + "|" + c.variable() + "|" + place(c.loadSite()).method() + "|" + c.hold(),
        Optional.empty(),
        false);
  }

  /** A place named {@code File.java:12}, or otherwise. */
  private Frame place(String site) {
    Frame known = places.get(site);
    if (known != null) {
      return known;
    }
    int colon = site.lastIndexOf(':');
    boolean isFile = colon > 0 && site.substring(colon + 1).matches("\\d{1,9}");
    return isFile
        ? new Frame("", site.substring(0, colon), Integer.parseInt(site.substring(colon + 1)))
        : new Frame(site, "", -1);
  }
}
