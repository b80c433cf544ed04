package dev.prescient.profiler.race;

import java.util.List;

/**
 * One side of a race.
 *
 * @param write whether it wrote
 * @param site {@code File.java:12}; of a JDK object, the application's call
 * @param siteHash identity of the site across runs, 16 hex digits
 * @param method {@code a.b.C.method}
 * @param thread creation path of the thread, {@code 0.1}
 * @param threadName the program's name of the thread
 * @param epoch {@code clock@T0.1}
 * @param kept whose the stack and the locks are
 * @param stack frames from {@code method} outwards, as Java prints them; empty if not kept
 * @param detail frames inside the JDK, innermost first, through which {@code method} got there
 * @param locks the monitors held, outermost first: {@code a.b.C#1}
 */
public record Access(
    boolean write,
    String site,
    String siteHash,
    String method,
    String thread,
    String threadName,
    String epoch,
    Kept kept,
    List<String> stack,
    List<String> detail,
    List<String> locks) {

  /** What is known of where an access was called from, and with which locks. */
  public enum Kept {
    /** Stack and locks are those of this very access. */
    THIS,
    /** They are those of another access by the same thread at the same place. */
    ANOTHER,
    /** Nothing beyond the place. */
    NOTHING
  }

  public Access {
    stack = List.copyOf(stack);
    detail = List.copyOf(detail);
    locks = List.copyOf(locks);
  }

  /** The place in source, equal for what the compiler makes of one line. */
  String place() {
    return method + "(" + site + ")";
  }
}
