package dev.prescient.replay.schedule;

import dev.prescient.replay.Divergence;
import dev.prescient.replay.trace.Recording;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.KeepRunning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows a recording: strictly while it can, else fuzzily. An entry whose moment has passed is
 * skipped, a chosen thread that is not enabled is ignored, the next matching entry takes over
 * again; yields go round robin, and an entry that nobody reaches is dropped after a number of
 * decisions, so that no replay waits for ever. After the last entry the default rules: no
 * preemption.
 *
 * <p>State: {@code at} is the next entry; written under the scheduler's lock. {@code diverged}
 * counts entries and decisions that did not fit; {@code first…} describe the first of them.
 */
public final class ReplayStrategy extends KeepRunning implements Follower {
  private static final int PATIENCE = 2_000;

  private static final int NOT_ENABLED = 1;
  private static final int NOT_WAITING = 2;
  private static final int GIVES_WAY = 3;
  private static final int CANNOT_GO_ON = 4;
  private static final int WENT_PAST = 5;
  private static final int NOBODY_CAME = 6;
  private static final int CHOOSES = 7;

  private final List<Recording.Choice> choices;
  private final int[] thread;
  private final int[] chosen;
  private final Map<String, Integer> numbers = new HashMap<>();
  private ControlledThread[] byNumber;
  private final Map<String, Long> times = new HashMap<>();
  private int at;
  private int waiting;
  private long diverged;
  private int firstAt = -1;
  private @Nullable ControlledThread firstThread;
  private int firstN;
  private int firstReason;

  public ReplayStrategy(Recording recording) {
    choices = recording.choices().stream().filter(ReplayStrategy::isFollowed).toList();
    thread = new int[choices.size()];
    chosen = new int[choices.size()];
    for (int i = 0; i < thread.length; i++) {
      thread[i] = number(choices.get(i).thread());
      String what = choices.get(i).chosen();
      boolean value = choices.get(i).kind() == Recording.Kind.VALUE;
      chosen[i] = value ? Integer.parseInt(what) : number(what);
    }
    byNumber = new ControlledThread[numbers.size()];
    for (Recording.Time t : recording.times()) {
      times.put(key(t.thread(), t.n()), t.nanos());
    }
    String unused = key("", 0); // linked now, not under the scheduler's lock
  }

  /** What loads return is not the scheduler's to choose. */
  private static boolean isFollowed(Recording.Choice c) {
    return !c.isDefault() && c.kind() != Recording.Kind.READ;
  }

  private static String key(String path, int n) {
    return path + "#" + n;
  }

  private int number(String path) {
    return numbers.computeIfAbsent(path, p -> numbers.size());
  }

  @Override
  public void started(ControlledThread t) {
    Integer number = numbers.get(t.path);
    if (number != null) {
      byNumber[number] = t;
    }
  }

  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    skipPassed(me);
    if (at < thread.length && (isHere(me, Recording.Kind.THREAD) || endsBefore(me))) {
      ControlledThread wanted = byNumber[chosen[at]];
      for (int i = 0; i < count; i++) {
        if (enabled[i] == wanted) {
          at++;
          waiting = 0;
          return wanted;
        }
      }
      diverge(me, NOT_ENABLED);
      at++;
    } else if (at < thread.length && (!continues || yields) && count > 1) {
      diverge(me, yields ? GIVES_WAY : CANNOT_GO_ON);
    }
    if (at < thread.length && ++waiting > PATIENCE) {
      diverge(me, NOBODY_CAME);
      at++;
      waiting = 0;
    }
    if (at < thread.length && !continues) {
      ControlledThread owner = byNumber[thread[at]];
      for (int i = 0; i < count; i++) {
        if (enabled[i] == owner) {
          return owner; // resync: towards the next entry
        }
      }
    }
    return super.choose(me, enabled, count, continues, yields);
  }

  @Override
  public int chooseWaiter(ControlledThread me, ControlledThread[] waiters, int count) {
    skipPassed(me);
    if (at < thread.length && isHere(me, Recording.Kind.WAITER)) {
      ControlledThread wanted = byNumber[chosen[at++]];
      for (int i = 0; i < count; i++) {
        if (waiters[i] == wanted) {
          return i;
        }
      }
      at--;
      diverge(me, NOT_WAITING);
      at++;
    }
    return 0;
  }

  @Override
  public int chooseValue(ControlledThread me, int n) {
    skipPassed(me);
    if (at < thread.length && isHere(me, Recording.Kind.VALUE)) {
      waiting = 0;
      return chosen[at++];
    }
    if (at < thread.length) {
      diverge(me, CHOOSES);
    }
    return 0;
  }

  /**
   * Whether a thread ends before it comes to the next entry, which is its own: so does its turn.
   */
  private boolean endsBefore(ControlledThread me) {
    boolean ends =
        me.ended() && byNumber[thread[at]] == me && choices.get(at).kind() == Recording.Kind.THREAD;
    if (ends) {
      diverge(me, CANNOT_GO_ON);
    }
    return ends;
  }

  private boolean isHere(ControlledThread me, Recording.Kind kind) {
    return byNumber[thread[at]] == me
        && choices.get(at).n() == me.n
        && choices.get(at).kind() == kind;
  }

  private void skipPassed(ControlledThread me) {
    while (at < thread.length) {
      ControlledThread owner = byNumber[thread[at]];
      if (owner == null) {
        return;
      }
      boolean gone = owner.ended() && owner != me; // a thread that ends chooses its successor
      if (!gone && owner.n <= choices.get(at).n()) {
        return;
      }
      diverge(owner, WENT_PAST);
      at++;
    }
  }

  /** Under the scheduler's lock: numbers only, words are made later. */
  private void diverge(ControlledThread me, int reason) {
    diverged++;
    if (firstAt < 0) {
      firstAt = at;
      firstThread = me;
      firstN = me.n;
      firstReason = reason;
    }
  }

  @Override
  public @Nullable ControlledThread awaited(
      ControlledThread me, ControlledThread[] all, int count) {
    skipPassed(me);
    return at < thread.length && isHere(me, Recording.Kind.THREAD) ? byNumber[chosen[at]] : null;
  }

  @Override
  public long timeAfterOutside(ControlledThread t, long measured) {
    return times.getOrDefault(key(t.path, t.n), measured);
  }

  @Override
  public @Nullable Divergence divergence() {
    ControlledThread me = firstThread;
    if (me == null) {
      return null;
    }
    Recording.Choice c = choices.get(firstAt);
    String verb =
        switch (c.kind()) {
          case THREAD -> "gives the turn to ";
          case WAITER -> "wakes ";
          case VALUE -> "chooses ";
          case READ -> "reads ";
        };
    String found =
        switch (firstReason) {
          case NOT_ENABLED -> "thread " + c.chosen() + " is not enabled";
          case NOT_WAITING -> "thread " + c.chosen() + " does not wait";
          case GIVES_WAY -> "thread " + me.path + " gives way at its event " + firstN;
          case CANNOT_GO_ON -> "thread " + me.path + " cannot go on at its event " + firstN;
          case CHOOSES -> "thread " + me.path + " chooses a value at its event " + firstN;
          case WENT_PAST -> "thread " + me.path + " went past it, to its event " + firstN;
          default -> "nobody came there for " + PATIENCE + " decisions";
        };
    return new Divergence(
        firstAt,
        me.path,
        c.site(),
        "thread " + c.thread() + " at its event " + c.n() + " " + verb + c.chosen(),
        found);
  }

  @Override
  public long diverged() {
    return diverged;
  }

  @Override
  public int left() {
    return thread.length - at;
  }
}
