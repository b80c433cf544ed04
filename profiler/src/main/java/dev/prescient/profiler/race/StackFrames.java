package dev.prescient.profiler.race;

import java.util.ArrayList;
import java.util.List;

/** The running thread's stack as reports print it. */
final class StackFrames {
  private StackFrames() {}

  /**
   * The program's frames, innermost first; our own are left out.
   *
   * @param depthFrames frames kept at most
   */
  static List<String> here(int depthFrames) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement e : new Throwable().getStackTrace()) {
      if (frames.size() == depthFrames) {
        break;
      }
      if (!e.getClassName().startsWith("dev.prescient.runtime.")
          && !e.getClassName().startsWith("dev.prescient.profiler.")) {
        String file = e.getFileName() == null ? "Unknown Source" : e.getFileName();
        String line = e.getLineNumber() >= 0 ? ":" + e.getLineNumber() : "";
        frames.add(e.getClassName() + "." + e.getMethodName() + "(" + file + line + ")");
      }
    }
    return frames;
  }
}
