package dev.prescient.cli.report;

import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.profiler.json.JsonObject;
import dev.prescient.profiler.race.RaceNotes;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RaceText;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The text report, for standard error and {@code report.txt}. */
public final class TextReport {
  private static final int CANDIDATES_SHOWN = 20;
  private static final int VALUES_SHOWN = 8;

  private final RunReport report;
  private final List<String> lines = new ArrayList<>();
  private String next = "";

  private TextReport(RunReport report) {
    this.report = report;
  }

  /** The whole report, each line ended. */
  public static String render(RunReport report) {
    return new TextReport(report).text();
  }

  /**
   * As {@link #render(RunReport)}; a report of races alone says how to go on.
   *
   * @param program what java was given
   */
  public static String render(RunReport report, List<String> program) {
    TextReport r = new TextReport(report);
    boolean goesOn = report.command().equals("race") && !report.racesThatCount().isEmpty();
    r.next = goesOn ? Commands.hunt(program) : "";
    return r.text();
  }

  /** One failure. */
  public static String render(Finding finding) {
    TextReport r =
        new TextReport(
            new RunReport(
                "",
                "",
                0,
                "",
                List.of(),
                List.of(),
                List.of(finding),
                List.of(),
                null,
                Map.of(),
                "",
                List.of()));
    r.failure(finding);
    return r.joined();
  }

  private String text() {
    report.racesThatCount().forEach(this::race);
    report.failures().forEach(this::failure);
    candidates();
    for (RunReport.Discarded d : report.discarded()) {
      String ids = d.candidates().isEmpty() ? "" : " " + String.join(", ", d.candidates());
      lines.add("Discarded as " + d.memoryClass() + ":" + ids + " (" + d.reason() + ")");
    }
    RunReport.Explored e = report.explored();
    if (e != null) {
      lines.add(
          "Explored "
              + plural(e.schedules(), "schedule")
              + " ("
              + e.strategy()
              + (e.bound() < 0
                  ? ""
                  : "; " + e.bound() + " preemptions" + (e.exhausted() ? ", exhausted" : ""))
              + ")");
    }
    lines.addAll(RaceText.others(report.races()));
    report.notes().forEach(n -> lines.add("Note: " + n));
    RaceNotes.of(report.counts()).forEach(n -> lines.add("Note: " + n));
    counts();
    if (!next.isEmpty()) {
      lines.add("Next: " + next);
    }
    summary();
    return joined();
  }

  private String joined() {
    return lines.stream().map(l -> l + "\n").collect(Collectors.joining());
  }

  private void race(RaceReport r) {
    Map<String, Candidate> here = new LinkedHashMap<>();
    report.candidates().stream()
        .map(Tried::candidate)
        .filter(c -> c.declaration().equals(r.declaration()) && isLoadOf(c, r))
        .forEach(c -> here.putIfAbsent(value(c), c));
    List<String> more = new ArrayList<>();
    if (!here.isEmpty()) {
      more.add(
          "  This load could also have returned: "
              + here.entrySet().stream()
                  .limit(VALUES_SHOWN)
                  .map(e -> e.getValue().id() + " " + e.getKey())
                  .collect(Collectors.joining(", "))
              + (here.size() > VALUES_SHOWN ? ", …" : ""));
      more.add(
          "  Next: "
              + Commands.replay(report.run(), "--inject", here.values().iterator().next().id()));
    }
    lines.addAll(RaceText.lines(r, more));
    lines.add("");
  }

  private static String value(Candidate c) {
    return JsonObject.lower(c.kind())
        + " "
        + c.value().text()
        + (c.hold() ? " for ever" : "")
        + " ("
        + c.storeSite()
        + ")";
  }

  private static boolean isLoadOf(Candidate c, RaceReport r) {
    return (!r.first().write() && c.loadSite().equals(r.first().site()))
        || (!r.second().write() && c.loadSite().equals(r.second().site()));
  }

  private void failure(Finding f) {
    Failure failure = f.failure();
    lines.add(
        "WARNING: prescient: failure "
            + f.id()
            + " ("
            + failure.kind().text
            + ", "
            + f.memoryClass()
            + ")"
            + (failure.thread().isEmpty()
                ? ""
                : " in " + RaceText.thread(failure.thread(), failure.threadName())));
    lines.add("  " + failure.reason());
    RaceText.frames(lines, failure.stack(), RaceText.FRAMES_SHOWN);
    for (Finding.Read r : f.reads()) {
      lines.add(
          "  The load of "
              + r.variable()
              + " at "
              + r.load()
              + " by T"
              + r.thread()
              + " returned "
              + r.value()
              + (r.kind() == Candidate.Kind.FUTURE
                  ? " from the future; the store at " + r.store() + " validates it"
                  : " from the past, of " + r.store())
              + " ("
              + r.candidate()
              + ")");
    }
    if (!f.why().isEmpty()) {
      lines.add("  Class " + f.memoryClass() + ": " + f.why());
    }
    lines.add("  Reproduce: " + f.command() + "   (" + f.hits() + " of " + f.of() + ")");
    if (!f.schedule().isEmpty()) {
      lines.add("  Schedule: " + f.schedule());
    }
    slice(f);
    lines.add("");
  }

  private void slice(Finding f) {
    Finding.Slice s = f.slice();
    if (s == null) {
      return;
    }
    lines.add(
        "  Explained by "
            + s.statements()
            + " of "
            + plural(s.ofStatements(), "statement")
            + " and "
            + s.variables()
            + " of "
            + plural(s.ofVariables(), "variable")
            + " ("
            + s.encoding()
            + ", "
            + (s.certified() ? "certified by the solver" : "not certified")
            + "):");
    s.text().forEach(l -> lines.add("    " + l));
  }

  private void candidates() {
    List<Tried> all = report.candidates();
    if (all.isEmpty()) {
      return;
    }
    Map<Verdict, Integer> totals = new EnumMap<>(Verdict.class);
    all.forEach(t -> totals.merge(t.verdict(), 1, Integer::sum));
    lines.add(
        "Candidates: "
            + totals.entrySet().stream()
                .map(e -> e.getValue() + " " + JsonObject.lower(e.getKey()))
                .collect(Collectors.joining(", ")));
    Map<String, List<String>> same = new LinkedHashMap<>();
    all.stream()
        .sorted(Comparator.comparing(Tried::verdict).reversed())
        .forEach(
            t -> same.computeIfAbsent(line(t), l -> new ArrayList<>()).add(t.candidate().id()));
    same.entrySet().stream()
        .limit(CANDIDATES_SHOWN)
        .forEach(e -> lines.add("  " + String.join(", ", e.getValue()) + " " + e.getKey()));
    if (same.size() > CANDIDATES_SHOWN) {
      lines.add("  … " + (same.size() - CANDIDATES_SHOWN) + " more in candidates.json");
    }
  }

  /** All but the id: a loop has the same candidate at several of its turns. */
  private static String line(Tried t) {
    Candidate c = t.candidate();
    return JsonObject.lower(c.kind())
        + " "
        + c.value().text()
        + (c.hold() ? " (held)" : "")
        + " for "
        + c.variable()
        + " at "
        + c.loadSite()
        + " by T"
        + c.load().thread()
        + ", "
        + (c.store() == null ? c.storeSite() : "stored at " + c.storeSite())
        + ": "
        + JsonObject.lower(t.verdict());
  }

  private void counts() {
    List<String> shown = new ArrayList<>();
    report.counts().forEach((name, n) -> shown.add(name + " " + n));
    shown.add("canary " + report.canary());
    lines.add("Counts: " + String.join(", ", shown));
  }

  private void summary() {
    lines.add(
        "SUMMARY: "
            + RaceText.total(report.races())
            + (report.command().equals("race")
                ? ""
                : ", "
                    + plural(report.candidates().size(), "candidate")
                    + ", "
                    + plural(report.failures().size(), "failure"))
            + " ("
            + report.run()
            + "/report.txt)");
  }

  private static String plural(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
