package dev.prescient.cli.report;

import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.profiler.json.JsonObject;
import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
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
  private static final int FRAMES_SHOWN = 12;

  private final RunReport report;
  private final List<String> lines = new ArrayList<>();

  private TextReport(RunReport report) {
    this.report = report;
  }

  /** The whole report, each line ended. */
  public static String render(RunReport report) {
    return new TextReport(report).text();
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
    report.unsuppressed().forEach(this::race);
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
    report.notes().forEach(n -> lines.add("Note: " + n));
    counts();
    summary();
    return joined();
  }

  private String joined() {
    return lines.stream().map(l -> l + "\n").collect(Collectors.joining());
  }

  private void race(RaceReport r) {
    lines.add(
        "WARNING: prescient: data race "
            + r.id()
            + " on "
            + r.variable()
            + " ("
            + r.type()
            + ")"
            + (r.count() > 1 ? ", seen " + r.count() + " times" : ""));
    access("", r.second());
    access("Previous ", r.first());
    created(r.first());
    if (!r.second().thread().equals(r.first().thread())) {
      created(r.second());
    }
    Map<String, Candidate> here = new LinkedHashMap<>();
    report.candidates().stream()
        .map(Tried::candidate)
        .filter(c -> c.declaration().equals(r.declaration()) && isLoadOf(c, r))
        .forEach(c -> here.putIfAbsent(value(c), c));
    if (!here.isEmpty()) {
      lines.add(
          "  This load could also have returned: "
              + here.entrySet().stream()
                  .limit(VALUES_SHOWN)
                  .map(e -> e.getValue().id() + " " + e.getKey())
                  .collect(Collectors.joining(", "))
              + (here.size() > VALUES_SHOWN ? ", …" : ""));
      lines.add(
          "  Next: "
              + Commands.replay(report.run(), "--inject", here.values().iterator().next().id()));
    }
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

  private void access(String previous, Access a) {
    String op = a.write() ? "write" : "read";
    lines.add(
        "  "
            + (previous.isEmpty() ? capitalised(op) : previous + op)
            + " by "
            + thread(a.thread(), a.threadName())
            + (a.epoch().isEmpty() ? "" : " at " + a.epoch())
            + ", holding "
            + (a.locks().isEmpty() ? "nothing" : locks(a.locks()))
            + ":");
    if (a.stack().isEmpty()) {
      lines.add("    " + a.method() + "(" + a.site() + ")");
      lines.add("    [stack not kept; raise history]");
    }
    frames(a.stack());
  }

  private void frames(List<String> stack) {
    stack.stream().limit(FRAMES_SHOWN).forEach(f -> lines.add("    " + f));
    if (stack.size() > FRAMES_SHOWN) {
      lines.add("    … " + (stack.size() - FRAMES_SHOWN) + " more");
    }
  }

  private static String locks(List<String> classes) {
    List<String> shown = new ArrayList<>();
    for (String c : classes) {
      shown.add("M" + (shown.size() + 1) + " (" + c + ")");
    }
    return String.join(", ", shown);
  }

  private void created(Access a) {
    int dot = a.thread().lastIndexOf('.');
    if (dot > 0) {
      lines.add(
          "  Thread "
              + thread(a.thread(), a.threadName())
              + " created by T"
              + a.thread().substring(0, dot));
    }
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
                : " in " + thread(failure.thread(), failure.threadName())));
    lines.add("  " + failure.reason());
    frames(failure.stack());
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
    all.stream()
        .sorted(Comparator.comparing(Tried::verdict).reversed())
        .limit(CANDIDATES_SHOWN)
        .forEach(t -> lines.add("  " + line(t)));
    if (all.size() > CANDIDATES_SHOWN) {
      lines.add("  … " + (all.size() - CANDIDATES_SHOWN) + " more in candidates.json");
    }
  }

  private static String line(Tried t) {
    Candidate c = t.candidate();
    return c.id()
        + " "
        + JsonObject.lower(c.kind())
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
    int suppressed = report.races().size() - report.unsuppressed().size();
    lines.add(
        "SUMMARY: "
            + plural(report.unsuppressed().size(), "race")
            + (suppressed == 0 ? "" : " (" + suppressed + " suppressed)")
            + ", "
            + plural(report.candidates().size(), "candidate")
            + ", "
            + plural(report.failures().size(), "failure")
            + " ("
            + report.run()
            + "/report.txt)");
  }

  private static String thread(String path, String name) {
    return "T" + path + (name.isEmpty() ? "" : " \"" + name + "\"");
  }

  private static String capitalised(String s) {
    return Character.toUpperCase(s.charAt(0)) + s.substring(1);
  }

  private static String plural(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
