package dev.prescient.replay.inprocess;

import org.jspecify.annotations.Nullable;

/**
 * The main class of a program that is given as {@code --entry Class#method}. Without a controlled
 * mode, in a baseline or in a free run, the method runs once.
 *
 * <p>State: {@code repeater} is set when the agent starts, before {@code main}.
 */
public final class EntryMain {
  /** Exit status for bad usage, as of every verb. */
  private static final int BAD_USAGE = 2;

  private static volatile @Nullable Repeater repeater;

  /** What a mode does with the method. */
  @FunctionalInterface
  public interface Repeater {
    /** Called once, on the main thread. Whatever it throws is the program's. */
    void run(Entry entry) throws Throwable;
  }

  private EntryMain() {}

  /** Hands the method over. */
  public static void install(Repeater r) {
    repeater = r;
  }

  /**
   * Finds the method and runs it.
   *
   * @param arguments {@code Class#method}
   */
  public static void main(String[] arguments) throws Throwable {
    Entry entry;
    try {
      entry = Entry.of(arguments.length == 0 ? "" : arguments[0]);
    } catch (Entry.Unknown e) {
      System.err.println("pm: " + e.getMessage());
      Runtime.getRuntime().halt(BAD_USAGE);
      return;
    }
    Repeater r = repeater;
    if (r == null) {
      entry.run();
    } else {
      r.run(entry);
    }
  }
}
