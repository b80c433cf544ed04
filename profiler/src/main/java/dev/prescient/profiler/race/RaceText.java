package dev.prescient.profiler.race;

/** A race report as text, printed when the agent runs without the command line. */
final class RaceText {
  private RaceText() {}

  static String of(RaceReport r) {
    StringBuilder s = new StringBuilder();
    s.append("WARNING: prescient: data race ").append(r.id()).append(" on ").append(r.variable());
    s.append(" (").append(r.type()).append(")\n");
    access(s, "", r.second());
    access(s, "Previous ", r.first());
    s.append("  Suppress: race:").append(r.variable()).append(" reason=\"…\"\n\n");
    return s.toString();
  }

  private static void access(StringBuilder s, String previous, Access a) {
    String operation = a.write() ? "write" : "read";
    s.append("  ").append(previous);
    s.append(previous.isEmpty() ? (a.write() ? "Write" : "Read") : operation);
    s.append(" by T").append(a.thread()).append(" \"").append(a.threadName()).append("\" at ");
    s.append(a.epoch());
    if (a.stack().isEmpty()) {
      s.append(":\n    ").append(a.method()).append("(").append(a.site()).append(")\n");
      s.append("    [stack not kept; raise history]\n");
      return;
    }
    s.append(", holding ").append(a.locks().isEmpty() ? "nothing" : "");
    for (int i = 0; i < a.locks().size(); i++) {
      s.append(i == 0 ? "" : ", ").append("M").append(i + 1);
      s.append(" (").append(a.locks().get(i)).append(")");
    }
    s.append(":\n");
    for (String frame : a.stack()) {
      s.append("    ").append(frame).append("\n");
    }
  }
}
