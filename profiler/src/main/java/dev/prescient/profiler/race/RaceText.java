package dev.prescient.profiler.race;

import dev.prescient.profiler.race.RaceReport.RacyObject;
import dev.prescient.profiler.race.RaceReport.ThreadStart;
import dev.prescient.profiler.report.Frame;
import dev.prescient.profiler.report.Printable;
import java.util.ArrayList;
import java.util.List;

/** A race report as text. */
public final class RaceText {
  /** Frames shown of a stack; the files keep them all. */
  public static final int FRAMES_SHOWN = 12;

  private static final int START_FRAMES_SHOWN = 4;

  private final List<String> lines = new ArrayList<>();

  private RaceText() {}

  /** The report, each line ended, an empty line behind. */
  public static String of(RaceReport r) {
    return String.join("\n", lines(r, List.of())) + "\n\n";
  }

  /**
   * The report's lines.
   *
   * @param more what else is known of the race, shown before the last line
   */
  public static List<String> lines(RaceReport r, List<String> more) {
    RaceText t = new RaceText();
    t.lines.add(
        "WARNING: prescient: data race "
            + r.id()
            + " on "
            + r.variable()
            + (r.kind() == RaceReport.Kind.OBJECT ? "" : " (" + r.type() + ")")
            + (r.count() > 1 ? ", seen " + String.format("%,d", r.count()) + " times" : ""));
    t.access("", r.second());
    t.access("Previous ", r.first());
    if (r.object() != null) {
      t.object(r.kind(), r.object());
    }
    r.threads().forEach(t::started);
    t.lines.addAll(more);
    t.lines.add("  Suppress: " + suppression(r));
    return t.lines;
  }

  /** One line each for the races that do not count: known ones and suppressed ones. */
  public static List<String> others(List<RaceReport> races) {
    List<String> lines = new ArrayList<>();
    for (RaceReport r : races) {
      if (!r.counts()) {
        lines.add(
            (r.suppressed() ? "Suppressed: " : "Known: ")
                + r.id()
                + " on "
                + r.variable()
                + " ("
                + r.second().site()
                + ", "
                + r.first().site()
                + ")"
                + (r.suppressed() ? ": " + Printable.line(r.excuse()) : ""));
      }
    }
    return lines;
  }

  /** How many races there are: {@code 4 races (1 known, 2 suppressed)}. */
  public static String total(List<RaceReport> races) {
    long counting = races.stream().filter(RaceReport::counts).count();
    long suppressed = races.stream().filter(RaceReport::suppressed).count();
    long known = races.size() - counting - suppressed;
    List<String> rest = new ArrayList<>();
    if (known > 0) {
      rest.add(known + " known");
    }
    if (suppressed > 0) {
      rest.add(suppressed + " suppressed");
    }
    return counting
        + (counting == 1 ? " race" : " races")
        + (rest.isEmpty() ? "" : " (" + String.join(", ", rest) + ")");
  }

  /** The line of a suppression file that covers a race and little else. */
  public static String suppression(RaceReport r) {
    return suppression(r, "…");
  }

  /**
   * As {@link #suppression(RaceReport)}.
   *
   * @param reason without quotation marks
   */
  public static String suppression(RaceReport r, String reason) {
    boolean broad = r.variable().indexOf('.') < 0 || r.kind() == RaceReport.Kind.OBJECT;
    String at = broad ? " at " + r.second().method() : "";
    return "race:" + r.variable() + at + " reason=\"" + reason + "\"";
  }

  private void access(String previous, Access a) {
    String op = a.write() ? "write" : "read";
    lines.add(
        "  "
            + (previous.isEmpty() ? (a.write() ? "Write" : "Read") : previous + op)
            + " by "
            + thread(a.thread(), a.threadName())
            + (a.epoch().isEmpty() ? "" : " at " + a.epoch())
            + holding(a)
            + ":");
    a.detail().stream().limit(1).forEach(f -> lines.add("    " + f));
    if (a.detail().size() > 1) {
      lines.add("    … " + (a.detail().size() - 1) + " more in the JDK");
    }
    if (a.stack().isEmpty()) {
      lines.add("    " + a.method() + "(" + a.site() + ")");
    }
    frames(lines, a.stack(), FRAMES_SHOWN);
    switch (a.kept()) {
      case THIS -> {}
      case ANOTHER ->
          lines.add("    [stack and locks of another access by this thread at this line]");
      case NOTHING -> lines.add("    [stack not kept; raise history]");
    }
  }

  private static String holding(Access a) {
    if (a.kept() == Access.Kept.NOTHING) {
      return "";
    }
    return ", holding " + (a.locks().isEmpty() ? "nothing" : String.join(", ", a.locks()));
  }

  private void object(RaceReport.Kind kind, RacyObject o) {
    boolean made = !o.allocatedBy().isEmpty();
    lines.add(
        "  "
            + (kind == RaceReport.Kind.ARRAY ? "Element [" + o.index() + "] of " : "Object ")
            + o.name()
            + (made ? ", allocated by T" + o.allocatedBy() + ":" : ""));
    frames(lines, o.allocation(), START_FRAMES_SHOWN);
  }

  private void started(ThreadStart t) {
    if (t.startedBy().isEmpty()) {
      return;
    }
    lines.add(
        "  Thread "
            + thread(t.thread(), t.name())
            + " created by T"
            + t.startedBy()
            + (t.stack().isEmpty() ? "" : ":"));
    frames(lines, t.stack(), START_FRAMES_SHOWN);
  }

  /** Adds a stack: the program's innermost frames; what is left out at its end is counted. */
  public static void frames(List<String> lines, List<String> stack, int most) {
    int own = stack.size();
    while (own > 1 && Frame.isJdk(stack.get(own - 1))) {
      own--;
    }
    int shown = Math.min(own, most);
    stack.subList(0, shown).forEach(f -> lines.add("    " + f));
    int left = stack.size() - shown;
    if (left == 1) {
      lines.add("    " + stack.get(shown));
    } else if (left > 1) {
      lines.add("    … " + left + " more" + (own == shown ? " in the JDK" : ""));
    }
  }

  /** A thread as reports name it. */
  public static String thread(String path, String name) {
    return "T" + path + (name.isEmpty() ? "" : " \"" + Printable.line(name) + "\"");
  }
}
