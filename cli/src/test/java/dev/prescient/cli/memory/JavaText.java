package dev.prescient.cli.memory;

/** Lines of Java with their indentation. */
final class JavaText {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  /** A line that begins a block. */
  void open(String line) {
    line(line);
    depth++;
  }

  /** A line that ends a block and begins another. */
  void next(String line) {
    depth--;
    open(line);
  }

  /** The end of a block. */
  void close() {
    depth--;
    line("}");
  }

  void line(String line) {
    text.append(line.isEmpty() ? "" : "  ".repeat(depth)).append(line).append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
