package dev.prescient.replay.schedule;

import dev.prescient.replay.Divergence;
import dev.prescient.replay.trace.Order;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.KeepRunning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the order of a free run: the thread whose operation is the next goes on. While it cannot,
 * others do what is no operation, but stop before each of their own; if that does not help, its
 * time limit comes, if it has one; else whoever has the next operation that can be done, which is a
 * divergence. An order that nobody gets on with is given up entry by entry. After the last one the
 * default rules.
 *
 * <p>State: {@code at} is the present run of operations, {@code before[t]} the operations of thread
 * t in the runs before it; all is written under the scheduler's lock. {@code first…} describe the
 * first divergence.
 */
public final class OrderStrategy extends KeepRunning implements Follower {
  /** Decisions without a step in the order after which the present run of it is dropped. */
  private static final int PATIENCE = 20_000_000;

  /** So many decisions count as one in which a thread turns in a loop that changes nothing. */
  private static final int SPIN = 1_000;

  /** How far ahead the order is searched for an operation that can be done. */
  private static final int AHEAD = 100_000;

  private final Order order;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ControlledThread[] byNumber;
  private final long[] before;
  private int at;
  private int waited;
  private long progress;
  private int turn;
  private long diverged;
  private int firstAt = -1;
  private @Nullable ControlledThread firstThread;
  private String firstReason = "";

  public OrderStrategy(Order order) {
    this.order = order;
    List<String> paths = order.paths();
    for (int i = 0; i < paths.size(); i++) {
      numbers.put(paths.get(i), i);
    }
    byNumber = new ControlledThread[paths.size()];
    before = new long[paths.size()];
  }

  @Override
  public void started(ControlledThread t) {
    Integer number = numbers.get(t.path);
    if (number != null) {
      byNumber[number] = t;
    }
  }

  /** The thread whose operation is the next; null if it is not there yet or the order is over. */
  private @Nullable ControlledThread next() {
    while (at < order.size()) {
      int thread = order.thread(at);
      ControlledThread t = byNumber[thread];
      if (t == null) {
        return null;
      }
      long end = before[thread] + order.count(at);
      if (t.operations < end && !t.ended()) {
        return t;
      }
      if (t.operations < end) {
        diverge(t, "has ended");
      }
      step();
    }
    return null;
  }

  private void step() {
    before[order.thread(at)] += order.count(at);
    at++;
    waited = 0;
  }

  // ---------------------------------------------------------------------------------- decisions

  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    ControlledThread owner = next();
    if (at == order.size()) {
      return super.choose(me, enabled, count, continues, yields);
    }
    patience(owner, me.spinning() ? SPIN : 1);
    boolean turns = owner == me && yields && !me.atOperation; // it loops until others did something
    if (owner != null && !turns && isAmong(owner, enabled, count)) {
      return owner;
    }
    ControlledThread other = betweenOperations(owner, enabled, count);
    if (other != null) {
      return other;
    }
    if (turns) {
      return me;
    }
    ControlledThread ahead = earliest(enabled, count);
    diverge(ahead, owner == null ? "goes first: it has not started" : "goes first: it cannot");
    return ahead;
  }

  /** Gives up a run of operations that its thread does not come to. */
  private void patience(@Nullable ControlledThread owner, int weight) {
    long now = owner == null ? 0 : owner.operations;
    waited += weight;
    if (now != progress) {
      progress = now;
      waited = 0;
    } else if (waited > PATIENCE) {
      diverge(owner, "does not come to it");
      step();
    }
  }

  private static boolean isAmong(ControlledThread t, ControlledThread[] enabled, int count) {
    for (int i = 0; i < count; i++) {
      if (enabled[i] == t) {
        return true;
      }
    }
    return false;
  }

  /** One of the threads that can go on without an operation, in turn. */
  private @Nullable ControlledThread betweenOperations(
      @Nullable ControlledThread owner, ControlledThread[] enabled, int count) {
    turn++;
    for (int i = 0; i < count; i++) {
      ControlledThread t = enabled[(turn + i) % count];
      if (t != owner && !t.atOperation) {
        return t;
      }
    }
    return null;
  }

  /** Of the threads that could go on, the one whose operation comes first in the order. */
  private ControlledThread earliest(ControlledThread[] enabled, int count) {
    int end = (int) Math.min(order.size(), at + (long) AHEAD);
    for (int i = at; i < end; i++) {
      ControlledThread t = byNumber[order.thread(i)];
      if (t != null && isAmong(t, enabled, count)) {
        return t;
      }
    }
    return enabled[0];
  }

  @Override
  public int chooseWaiter(ControlledThread me, ControlledThread[] waiters, int count) {
    int end = (int) Math.min(order.size(), at + (long) AHEAD);
    for (int i = at; i < end; i++) {
      for (int k = 0; k < count; k++) {
        ControlledThread t = waiters[k];
        if (byNumber[order.thread(i)] == t) {
          return k;
        }
      }
    }
    return 0;
  }

  @Override
  public boolean limitsTime() {
    return true;
  }

  @Override
  public @Nullable ControlledThread expires(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      ControlledThread[] live,
      int liveCount) {
    ControlledThread owner = next();
    if (at == order.size() || (owner != null && isAmong(owner, enabled, count))) {
      return null;
    }
    for (int i = 0; i < count; i++) {
      if (!enabled[i].atOperation) {
        return null;
      }
    }
    if (owner != null && owner.waits()) {
      if (owner.timed()) {
        return owner;
      }
    }
    return firstLimit(live, liveCount);
  }

  /** Of the threads without operations in the order, the one whose time limit comes first. */
  private @Nullable ControlledThread firstLimit(ControlledThread[] live, int count) {
    ControlledThread first = null;
    for (int i = 0; i < count; i++) {
      ControlledThread t = live[i];
      if (t.waits() && t.timed() && !numbers.containsKey(t.path)) {
        first = first == null || t.deadline() < first.deadline() ? t : first;
      }
    }
    return first;
  }

  // ------------------------------------------------------------------------------- for reporters

  /** Under the scheduler's lock: words are made later. */
  private void diverge(@Nullable ControlledThread t, String reason) {
    diverged++;
    if (firstAt < 0) {
      firstAt = at;
      firstThread = t;
      firstReason = reason;
    }
  }

  @Override
  public @Nullable Divergence divergence() {
    if (firstAt < 0) {
      return null;
    }
    ControlledThread t = firstThread;
    String thread = order.paths().get(order.thread(firstAt));
    return new Divergence(
        firstAt,
        thread,
        "",
        "operations of thread " + thread,
        "thread " + (t == null ? thread : t.path) + " " + firstReason);
  }

  @Override
  public long diverged() {
    return diverged;
  }

  @Override
  public int left() {
    ControlledThread unused = next(); // the last operation of a run is its own end
    return order.size() - at;
  }
}
