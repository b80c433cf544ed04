package dev.prescient.runtime.control;

import org.jspecify.annotations.Nullable;

/**
 * What happens, in order: a rolling hash over (thread, kind, site) by which two runs are compared,
 * and on demand the entries themselves.
 *
 * <p>State: {@code hash} is written by the holder of the token; {@code kept} before the run.
 */
public final class EventLog {
  static final int ACCESS = 1;
  static final int CALL = 2;
  static final int ENTER = 3;
  static final int EXIT = 4;
  static final int WAIT = 5;
  static final int NOTIFY = 6;
  static final int REACQUIRE = 7;
  static final int PARK = 8;
  static final int UNPARK = 9;
  static final int START = 10;
  static final int BEGIN = 11;
  static final int END = 12;
  static final int JOIN = 13;
  static final int SLEEP = 14;
  static final int INTERRUPT = 15;
  static final int BLOCK = 16;
  static final int LEAVE = 17;
  static final int RETURN = 18;
  static final int YIELD = 19;
  static final int LOOP = 20;
  static final int SPIN = 21;
  static final int CHOOSE = 22;
  static final int LOAD = 23;
  static final int STORE = 24;

  /** A pool's thread takes its next task, or a task is put there. */
  static final int TASK = 25;

  private static final String[] WORDS = {
    "?", "access", "call", "enter", "exit", "wait", "notify", "reacquire", "park", "unpark",
    "start", "begin", "end", "join", "sleep", "interrupt", "block", "leave", "return", "yield",
    "loop", "spin", "choose", "load", "store", "task"
  };

  private static boolean kept;
  private static long hash;

  private EventLog() {}

  /** Keeps the entries, for debugging; called before the scheduler begins. */
  public static void keep() {
    kept = true;
  }

  /** An event of the holder of the token, which takes effect now. */
  static void add(ControlledThread me, int kind, int site) {
    add(me, kind, site, kind == REACQUIRE ? me.target : null);
  }

  /** As {@link #add(ControlledThread, int, int)}, of a step that concerns a monitor or a thread. */
  static void add(ControlledThread me, int kind, int site, @Nullable Object target) {
    arrive(me, kind, site);
    StateHash.step(me, kind, site, target);
  }

  /** The holder of the token comes to a scheduling point, and becomes one event older. */
  static void arrive(ControlledThread me, int kind, int site) {
    me.n++;
    long entry = ((long) me.id << 40) ^ ((long) kind << 32) ^ SiteKeys.key(site);
    hash = hash * 0x9E3779B97F4A7C15L + entry + 1;
    if (kept) {
      keep(me, kind, site);
    }
    boolean disturbs = kind < YIELD && kind != ACCESS && kind != SLEEP && kind != BLOCK;
    if (disturbs || kind == CHOOSE || kind >= STORE) {
      Loops.disturb();
    }
  }

  private static void keep(ControlledThread me, int kind, int site) {
    boolean locked = Token.isLockedHere();
    if (!locked) {
      Token.lock();
    }
    Journal.add(Journal.EVENT, 0, me, kind, site, 0);
    if (!locked) {
      Token.unlock();
    }
  }

  static void reset() {
    hash = 0;
  }

  /** An event's kind in words. */
  public static String word(int kind) {
    return WORDS[kind];
  }

  /** Rolling hash of the events so far. */
  public static long hash() {
    return hash;
  }
}
