package dev.prescient.profiler.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A frame of a stack as Java prints it.
 *
 * @param method {@code a.b.C.method}
 * @param file source file; empty if unknown
 * @param line source line, or -1
 */
public record Frame(String method, String file, int line) {
  private static final Pattern FORM =
      Pattern.compile("(?:[^/(]*/)*([^/(]+)\\(([^():]*)(?::(\\d{1,9}))?\\)");
  private static final List<String> JDK = List.of("java.", "jdk.", "sun.", "com.sun.");

  /** Reads one; a text of another form is taken for the method. */
  public static Frame parse(String text) {
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      return new Frame(text, "", -1);
    }
    String file = m.group(2).equals("Unknown Source") ? "" : m.group(2);
    return new Frame(m.group(1), file, m.group(3) == null ? -1 : Integer.parseInt(m.group(3)));
  }

  /** {@code a.b.C} of {@code a.b.C.method}. */
  public String className() {
    return method.substring(0, Math.max(0, method.lastIndexOf('.')));
  }

  /** Whether it is one of the JDK's own. */
  public boolean isJdk() {
    return JDK.stream().anyMatch(method::startsWith);
  }

  /** Whether a frame as printed is one of the JDK's own. */
  public static boolean isJdk(String text) {
    return parse(text).isJdk();
  }
}
