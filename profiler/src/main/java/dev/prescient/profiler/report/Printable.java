package dev.prescient.profiler.report;

/** Text of the program, such as a thread's name, made safe to print. */
public final class Printable {
  private Printable() {}

  /** On one line, control characters and what steers a terminal as {@code \\u001b}. */
  public static String line(String text) {
    if (text.chars().allMatch(Printable::isPlain)) {
      return text;
    }
    StringBuilder s = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (isPlain(c)) {
                s.append((char) c);
              } else {
                s.append("\\u").append(String.format("%04x", c));
              }
            });
    return s.toString();
  }

  private static boolean isPlain(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }
}
