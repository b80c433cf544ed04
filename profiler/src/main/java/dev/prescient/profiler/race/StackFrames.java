package dev.prescient.profiler.race;

import dev.prescient.agent.site.Site;
import dev.prescient.profiler.report.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * A stack as reports print it, cut where the program's own code begins.
 *
 * @param detail frames of the JDK above it, innermost first
 * @param frames from the program's innermost frame outwards; empty if nothing is known
 */
record StackFrames(List<String> detail, List<String> frames) {
  static final StackFrames NONE = new StackFrames(List.of(), List.of());

  /**
   * The frames of an access: those that lead to its place. What was called after it, up to the
   * moment when the stack was taken, is left out.
   *
   * @param depthFrames frames kept at most
   * @return {@link #NONE} if the stack was taken when its place had been left already
   */
  static StackFrames of(Throwable stack, Site place, int depthFrames) {
    List<String> all = frames(stack);
    int at = 0;
    while (at < all.size() && !Frame.parse(all.get(at)).method().equals(place.qualifiedMethod())) {
      at++;
    }
    if (at == all.size() || depthFrames == 0) {
      return NONE;
    }
    List<String> detail = all.subList(0, at);
    List<String> frames = new ArrayList<>(all.subList(at, Math.min(all.size(), at + depthFrames)));
    if (place.line() >= 0) {
      frames.set(0, place.qualifiedMethod() + "(" + place.location() + ")");
    }
    boolean inside = detail.stream().allMatch(Frame::isJdk);
    return new StackFrames(inside ? detail : List.of(), frames);
  }

  /** The program's frames of the start of a thread, or all if the JDK started it by itself. */
  static List<String> ofStart(Throwable stack, int depthFrames) {
    List<String> all = frames(stack);
    int own = 0;
    while (own < all.size() && Frame.isJdk(all.get(own))) {
      own++;
    }
    int from = own == all.size() ? 0 : own;
    return all.subList(from, Math.min(all.size(), from + depthFrames));
  }

  private static List<String> frames(Throwable stack) {
    List<String> all = new ArrayList<>();
    for (StackTraceElement e : stack.getStackTrace()) {
      if (!e.getClassName().startsWith("dev.prescient.runtime.")
          && !e.getClassName().startsWith("dev.prescient.profiler.")) {
        String file = e.getFileName() == null ? "Unknown Source" : e.getFileName();
        String line = e.getLineNumber() >= 0 ? ":" + e.getLineNumber() : "";
        all.add(e.getClassName() + "." + e.getMethodName() + "(" + file + line + ")");
      }
    }
    return all;
  }
}
