package dev.prescient.runtime.control;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hash of the happens-before graph of the steps so far: two prefixes of schedules with equal
 * graphs lead to equal states if the program has no other races than the known ones (CHESS,
 * Musuvathi et al., OSDI 2008, section 4.3). A step's hash is made of that of its thread's last
 * step and those of the last steps that it depends on; the graph's is their sum, whatever the
 * order. Dependent are accesses to one declared variable unless both read, steps on one monitor,
 * the start and end of a thread and questions about it, and all other steps with each other: that
 * is coarser than need be, so that equal states may have different hashes, but not the other way
 * round. To block, to begin and to wait for a thread's end change nothing that another thread sees.
 *
 * <p>Where loads of racy variables may return old values, what they read from is told, and a part
 * of the graph instead of the order of these accesses: stores that nobody reads from leave no trace
 * but themselves.
 *
 * <p>State: written by the holder of the token; reset while no thread is controlled.
 */
final class StateHash {
  private static final int FEW = 64;

  private static boolean on;
  private static boolean told;
  private static long sum;
  private static long others;

  private static int[] variables = new int[FEW];
  private static long[] written = new long[FEW];
  private static long[] read = new long[FEW];
  private static int variableCount;

  private static @Nullable Object[] monitors = new Object[FEW];
  private static long[] used = new long[FEW];
  private static int monitorCount;

  private StateHash() {}

  /**
   * Starts anew.
   *
   * @param wanted whether hashes are kept at all
   */
  static void begin(boolean wanted) {
    on = wanted;
    sum = 0;
    others = 0;
    variableCount = 0;
    monitorCount = 0;
    Arrays.fill(monitors, null);
  }

  /** From now on each load of a racy variable is followed by what it reads from. */
  static void tellReads() {
    told = true;
  }

  /** No more steps: threads run free from now on. */
  static void end() {
    on = false;
  }

  /** Of the graph so far and the virtual time. */
  static long now() {
    return mix(sum, Scheduler.now);
  }

  /** Of the graph after a thread's next step; 0 if that is not known. */
  static long after(ControlledThread t) {
    if (t.kind == EventLog.BLOCK || (told && t.kind == EventLog.LOAD)) {
      return 0;
    }
    return mix(
        t.kind == EventLog.EXIT ? sum : sum + hash(t, t.kind, t.site, t.target), Scheduler.now);
  }

  /** A thread takes a step, in the order in which steps take effect. */
  static void step(ControlledThread me, int kind, int site, @Nullable Object target) {
    if (!on || me.noSwitch > 0 || kind == EventLog.BLOCK) {
      return;
    }
    long h = hash(me, kind, site, target);
    int variable = variable(kind, site);
    if (variable != 0) {
      int i = slot(variable);
      if (SiteKeys.reads(variable)) {
        read[i] += h;
      } else {
        written[i] = h;
        read[i] = 0;
      }
    } else if (isLocal(kind, target)) {
      // told by the thread's own history
    } else if (target != null) {
      used[monitor(target)] = h;
      if (concernsOthers(kind)) {
        others = h;
      }
    } else {
      others = h;
    }
    me.history = h;
    sum += h;
  }

  private static long hash(ControlledThread t, int kind, int site, @Nullable Object target) {
    long own = mix(t.history, (long) kind << 32 ^ SiteKeys.key(site));
    int variable = variable(kind, site);
    if (variable != 0) {
      int i = slot(variable);
      long h = mix(own, written[i]);
      return SiteKeys.reads(variable) ? h : mix(h, read[i]);
    }
    if (isLocal(kind, target)) {
      return own;
    }
    if (target == null) {
      return mix(own, others);
    }
    long h = mix(own, used[monitor(target)]);
    return concernsOthers(kind) ? mix(h, others) : h;
  }

  /** Of a step on a monitor or a thread: waits and notifications do. */
  private static boolean concernsOthers(int kind) {
    return kind != EventLog.ENTER
        && kind != EventLog.EXIT
        && kind != EventLog.START
        && kind != EventLog.END
        && kind != EventLog.ACCESS;
  }

  /** The variable that is accessed, as {@link SiteKeys} has it, or 0. */
  private static int variable(int kind, int site) {
    boolean accesses = kind == EventLog.ACCESS || (isPlain(kind) && !told);
    int variable = accesses ? SiteKeys.variable(site) : 0;
    return SiteKeys.isCall(variable) ? 0 : variable;
  }

  private static boolean isPlain(int kind) {
    return kind == EventLog.LOAD || kind == EventLog.STORE;
  }

  private static boolean isLocal(int kind, @Nullable Object target) {
    return (kind >= EventLog.YIELD && kind <= EventLog.SPIN)
        || (told && isPlain(kind))
        || kind == EventLog.BEGIN
        || (kind == EventLog.JOIN && target != null)
        || (kind == EventLog.START && target == null); // the point after it
  }

  /** The program got a value that its steps so far do not tell. */
  static void chosen(ControlledThread me, long value) {
    if (on) {
      me.history = mix(me.history, value);
      sum += me.history;
    }
  }

  /** A load returned a value; where loads are told, or it is not the latest, that tells. */
  static void read(ControlledThread me, boolean other, long source) {
    if (told || other) {
      chosen(me, source);
    }
  }

  private static int slot(int variable) {
    int declared = SiteKeys.declared(variable);
    int i = 0;
    while (i < variableCount && variables[i] != declared) {
      i++;
    }
    if (i == variableCount) {
      if (i == variables.length) {
        variables = Arrays.copyOf(variables, 2 * i);
        written = Arrays.copyOf(written, 2 * i);
        read = Arrays.copyOf(read, 2 * i);
      }
      variables[i] = declared;
      written[i] = 0;
      read[i] = 0;
      variableCount++;
    }
    return i;
  }

  private static int monitor(Object target) {
    int i = 0;
    while (i < monitorCount && monitors[i] != target) {
      i++;
    }
    if (i == monitorCount) {
      if (i == monitors.length) {
        monitors = Arrays.copyOf(monitors, 2 * i);
        used = Arrays.copyOf(used, 2 * i);
      }
      monitors[i] = target;
      used[i] = 0;
      monitorCount++;
    }
    return i;
  }

  private static long mix(long a, long b) {
    long h = (a ^ b * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return h ^ h >>> 29;
  }
}
