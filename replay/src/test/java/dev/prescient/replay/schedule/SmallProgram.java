package dev.prescient.replay.schedule;

import dev.prescient.replay.trace.Recording;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.SiteKeys;
import dev.prescient.runtime.control.TestControl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A program of a few threads that read and write variables and take locks, with two ways to run it:
 * by a schedule, as the controlled scheduler would, and in every order there is.
 */
final class SmallProgram {
  /** A step: what, and of which variable or lock. */
  record Step(Kind kind, int what) {}

  enum Kind {
    READ,
    WRITE,
    LOCK,
    UNLOCK
  }

  /** What a run did. */
  record Run(List<Recording.Choice> choices, String end, long graph) {}

  private static final int SITES = 1_000;
  private static final int FREE = -1;

  private final Step[][] threads;

  private SmallProgram(Step[][] threads) {
    this.threads = threads;
  }

  /** Two or three threads of up to three steps; steps under a lock are three. */
  static SmallProgram random(long seed) {
    Random random = new Random(seed);
    Step[][] all = new Step[2 + random.nextInt(2)][];
    for (int t = 0; t < all.length; t++) {
      List<Step> steps = new ArrayList<>();
      while (steps.size() < 3) {
        Step access = new Step(random.nextInt(3) == 0 ? Kind.READ : Kind.WRITE, random.nextInt(2));
        if (random.nextInt(4) == 0) {
          int lock = random.nextInt(2);
          steps.addAll(List.of(new Step(Kind.LOCK, lock), access, new Step(Kind.UNLOCK, lock)));
        } else {
          steps.add(access);
        }
      }
      all[t] = steps.toArray(new Step[0]);
    }
    return new SmallProgram(all);
  }

  /** Locks in opposite orders. */
  static SmallProgram deadlock() {
    Step[][] all = new Step[2][];
    for (int t = 0; t < 2; t++) {
      all[t] =
          new Step[] {
            new Step(Kind.LOCK, t),
            new Step(Kind.LOCK, 1 - t),
            new Step(Kind.UNLOCK, 1 - t),
            new Step(Kind.UNLOCK, t)
          };
    }
    return new SmallProgram(all);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(threads);
  }

  /** Variables, what each thread has read so far, and who holds which lock. */
  private static final class Memory {
    final int[] variables = new int[2];
    final int[] seen;
    final int[] holders = {FREE, FREE};
    final int[] next;

    Memory(int threads) {
      seen = new int[threads];
      next = new int[threads];
    }

    Memory(Memory m) {
      this(m.seen.length);
      System.arraycopy(m.variables, 0, variables, 0, variables.length);
      System.arraycopy(m.seen, 0, seen, 0, seen.length);
      System.arraycopy(m.holders, 0, holders, 0, holders.length);
      System.arraycopy(m.next, 0, next, 0, next.length);
    }

    void step(int t, Step s) {
      switch (s.kind()) {
        case READ -> seen[t] = seen[t] * 31 + variables[s.what()] + 1;
        case WRITE -> variables[s.what()] = (t + 1) * 100 + next[t] * 10 + seen[t] * 1_000;
        case LOCK -> holders[s.what()] = t;
        case UNLOCK -> holders[s.what()] = FREE;
      }
      next[t]++;
    }

    @Override
    public String toString() {
      return Arrays.toString(variables) + Arrays.toString(seen) + Arrays.toString(next);
    }
  }

  private boolean canStep(Memory m, int t) {
    if (m.next[t] == threads[t].length) {
      return false;
    }
    Step s = threads[t][m.next[t]];
    return s.kind() != Kind.LOCK || m.holders[s.what()] == FREE;
  }

  // ------------------------------------------------------------------------------- in every order

  /** The states in which the program can end, deadlocks included. */
  Set<String> ends() {
    Set<String> ends = new TreeSet<>();
    everyOrder(new Memory(threads.length), ends, new TreeSet<>());
    return ends;
  }

  private void everyOrder(Memory m, Set<String> ends, Set<String> been) {
    if (!been.add(m + Arrays.toString(m.holders))) {
      return;
    }
    boolean over = true;
    for (int t = 0; t < threads.length; t++) {
      if (canStep(m, t)) {
        over = false;
        Memory after = new Memory(m);
        after.step(t, threads[t][m.next[t]]);
        everyOrder(after, ends, been);
      }
    }
    if (over) {
      ends.add(m.toString());
    }
  }

  // -------------------------------------------------------------------------------- by a schedule

  Run run(List<Recording.Choice> prefix) {
    return new Scheduled(prefix).run();
  }

  private final class Scheduled {
    private final List<Recording.Choice> prefix;
    private final List<Recording.Choice> choices = new ArrayList<>();
    private final Memory memory = new Memory(threads.length);
    private final ControlledThread[] blocks = new ControlledThread[threads.length];
    private final boolean[] arrived = new boolean[threads.length];
    private final boolean[] waits = new boolean[threads.length];
    private final Object[] locks = {new Object(), new Object()};

    Scheduled(List<Recording.Choice> prefix) {
      this.prefix = prefix;
      TestControl.begin();
      for (int t = 0; t < threads.length; t++) {
        blocks[t] = TestControl.thread(t, 0);
      }
    }

    Run run() {
      int me = 0;
      while (me >= 0) {
        me = goOn(me);
      }
      return new Run(choices, memory.toString(), TestControl.state());
    }

    /** A thread runs until its next decision; who runs then. */
    private int goOn(int me) {
      if (memory.next[me] == threads[me].length) {
        return decide(me, false);
      }
      Step s = threads[me][memory.next[me]];
      if (s.kind() == Kind.UNLOCK && !arrived[me]) { // the point is behind it
        TestControl.exit(blocks[me], locks[s.what()]);
        memory.step(me, s);
        blocks[me].n++;
        return decide(me, true);
      }
      if (!arrived[me]) {
        arrived[me] = true;
        blocks[me].n++;
        int next = decide(me, true);
        if (next != me) {
          return next;
        }
      }
      if (s.kind() == Kind.LOCK && memory.holders[s.what()] != FREE) {
        waits[me] = true;
        TestControl.block(blocks[me]);
        blocks[me].n++;
        return decide(me, false);
      }
      if (waits[me]) {
        waits[me] = false;
        TestControl.block(blocks[me]);
      }
      arrived[me] = false;
      if (s.kind() == Kind.LOCK) {
        TestControl.enter(blocks[me], locks[s.what()]);
      } else {
        TestControl.access(blocks[me], site(me, s));
      }
      memory.step(me, s);
      return me;
    }

    private int site(int t, Step s) {
      int site = SITES + t * 8 + memory.next[t];
      SiteKeys.put(site, site, SiteKeys.variable(50 + s.what(), false, s.kind() == Kind.READ));
      return site;
    }

    private boolean isEnabled(int t) {
      return memory.next[t] < threads[t].length && (!waits[t] || canStep(memory, t));
    }

    private Recording.States states(List<String> enabled) {
      List<Long> after = new ArrayList<>();
      for (String thread : enabled) {
        int t = Integer.parseInt(thread);
        Step s = threads[t][memory.next[t]];
        after.add(
            waits[t] || !arrived[t]
                ? 0
                : s.kind() == Kind.LOCK
                    ? TestControl.afterEnter(blocks[t], locks[s.what()])
                    : TestControl.afterAccess(blocks[t], site(t, s)));
      }
      return new Recording.States(TestControl.state(), after);
    }

    /** Who goes on, by the prefix or by default; -1 if nobody can. */
    private int decide(int me, boolean continues) {
      boolean goesOn = continues && memory.next[me] < threads[me].length;
      List<String> enabled = new ArrayList<>();
      int byDefault = goesOn ? me : -1;
      for (int i = 1; i <= threads.length; i++) {
        int t = (me + i) % threads.length;
        byDefault = byDefault < 0 && t != me && isEnabled(t) ? t : byDefault;
      }
      for (int t = 0; t < threads.length; t++) {
        if (isEnabled(t) && (goesOn || t != me)) {
          enabled.add(String.valueOf(t));
        }
      }
      if (enabled.size() <= 1) {
        return byDefault;
      }
      int at = choices.size();
      int chosen = at < prefix.size() ? Integer.parseInt(prefix.get(at).chosen()) : byDefault;
      choices.add(
          new Recording.Choice(
              Recording.Kind.THREAD,
              String.valueOf(me),
              blocks[me].n,
              String.valueOf(chosen),
              goesOn && chosen != me,
              false,
              goesOn,
              enabled,
              memory.next[me],
              "",
              states(enabled)));
      return chosen;
    }
  }
}
