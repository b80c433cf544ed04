package dev.prescient.replay.schedule;

import dev.prescient.replay.trace.Recording;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Iterative context bounding (Musuvathi, Qadeer, PLDI 2007): all schedules with no preemption, then
 * all with one, then with two. A load that returns another value than the latest has the price of a
 * preemption. A schedule is a prefix of choices; after it the default rules, a thread runs until it
 * blocks. A run tells what else could have been chosen where, and each of that is a new prefix: at
 * no cost where the thread could not go on, at the price of a preemption where it could.
 *
 * <p>A thread that gives way is followed by the next one by number (fair stateless model checking,
 * PLDI 2008); others are tried only the first {@link #YIELDS} times it gives way at a place, else a
 * loop that waits would have endlessly many schedules.
 *
 * <p>Reduced: a decision before which the happens-before graph is one that was met at no higher
 * price is not branched again, for what follows it is being tried already (CHESS, OSDI 2008). That
 * holds for programs whose races are all known to the run.
 *
 * <p>State: for one thread. {@code waiting} holds prefixes not yet run, by their price; {@code met}
 * the least price of each decision.
 */
public final class ContextBound {
  private static final int YIELDS = 2;

  /** Decisions kept in memory; runs beyond that tell nothing. */
  private static final long MOST_KEPT = 2_000_000;

  /**
   * A schedule's beginning.
   *
   * @param run choices of the run it branches from
   * @param length of what it shares with that run
   * @param last the choice after it that differs; null for the empty prefix
   * @param price preemptions in it, and loads of other values than the latest
   */
  public record Prefix(
      List<Recording.Choice> run, int length, Recording.@Nullable Choice last, int price) {
    /** All its choices. */
    public List<Recording.Choice> choices() {
      List<Recording.Choice> all = new ArrayList<>(run.subList(0, length));
      if (last != null) {
        all.add(last);
      }
      return all;
    }
  }

  private final List<Deque<Prefix>> waiting = new ArrayList<>();
  private final Map<Long, Integer> met = new HashMap<>();
  private final int most;
  private final boolean reduced;
  private int bound;
  private long diverged;
  private long kept;

  /**
   * Starts with the schedule that never preempts.
   *
   * @param most highest bound, from 0
   * @param reduced whether decisions in states met before are left out
   */
  public ContextBound(int most, boolean reduced) {
    this(most, List.of(new Prefix(List.of(), 0, null, 0)), reduced);
  }

  /**
   * Goes on where another exploration stopped.
   *
   * @param most highest bound, from 0
   * @param left what was {@link #waiting} there
   * @param reduced whether decisions in states met before are left out
   */
  public ContextBound(int most, List<Prefix> left, boolean reduced) {
    this.reduced = reduced;
    this.most = most;
    for (int b = 0; b <= most; b++) {
      waiting.add(new ArrayDeque<>());
    }
    left.forEach(this::add);
  }

  /** One more schedule, if it is within the highest bound. */
  public void add(Prefix p) {
    if (p.price() <= most) {
      waiting.get(p.price()).addLast(p);
      bound = Math.min(bound, p.price());
    }
  }

  /** Prefixes not yet run; of each price, the next to run is the last. */
  public List<Prefix> waiting() {
    List<Prefix> all = new ArrayList<>();
    waiting.forEach(all::addAll);
    return all;
  }

  /** The next schedule to run; empty if none is left within the highest bound. */
  public Optional<Prefix> next() {
    while (bound <= most) {
      Prefix p = waiting.get(bound).pollLast();
      if (p == null) {
        bound++;
      } else if (!leadsToMet(p)) {
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }

  /** The highest bound within which nothing is left; -1 if there is still some at 0. */
  public int exhausted() {
    int b = bound;
    while (b <= most && waiting.get(b).isEmpty()) {
      b++;
    }
    return b - 1;
  }

  /** Whether nothing is left within the highest bound. */
  public boolean done() {
    return exhausted() == most;
  }

  /** Runs that told nothing: they did not follow their prefix, or came when memory was full. */
  public long diverged() {
    return diverged;
  }

  /**
   * What a run with a prefix chose and could have chosen.
   *
   * @param choices every decision of the run, those of the prefix first
   * @return the indices of the decisions that were branched
   */
  public BitSet ran(Prefix prefix, List<Recording.Choice> choices) {
    BitSet branched = new BitSet();
    List<Recording.Choice> begun = prefix.choices();
    kept += choices.size() - begun.size();
    if (kept > MOST_KEPT || !follows(begun, choices)) {
      diverged++;
      return branched;
    }
    Map<String, Integer> yields = new HashMap<>();
    for (int i = 0; i < choices.size(); i++) {
      Recording.Choice c = choices.get(i);
      boolean again =
          c.yields() && yields.merge(c.thread() + "@" + c.siteHash(), 1, Integer::sum) > YIELDS;
      if (i >= begun.size() && !again && !(reduced && isMet(c, prefix.price()))) {
        branch(prefix, choices, i);
        branched.set(i);
      }
    }
    return branched;
  }

  private static boolean follows(List<Recording.Choice> prefix, List<Recording.Choice> run) {
    if (run.size() < prefix.size()) {
      return false;
    }
    for (int i = 0; i < prefix.size(); i++) {
      Recording.Choice a = prefix.get(i);
      Recording.Choice b = run.get(i);
      if (a.n() != b.n() || !a.thread().equals(b.thread()) || !a.chosen().equals(b.chosen())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a decision was met in this state before, at no higher price. */
  private boolean isMet(Recording.Choice c, int price) {
    if (c.states().before() == 0) {
      return false;
    }
    long key = key(c.states().before(), c.thread(), c.kind(), c.continues() && !c.yields());
    if (isMet(key, price)) {
      return true;
    }
    met.put(key, price);
    return false;
  }

  private boolean isMet(long key, int price) {
    Integer least = met.get(key);
    return least != null && least <= price;
  }

  /**
   * A decision: the thread that comes to it, and the state, which tells the rest; but a load is in
   * the state that the step before it leads to, and a thread that blocks is in that of its attempt.
   */
  private static long key(long state, String thread, Recording.Kind kind, boolean goesOn) {
    return (state * 31 + thread.hashCode()) * 31 + 2L * kind.name().hashCode() + (goesOn ? 1 : 0);
  }

  /** Whether the chosen thread's next step leads to a decision that was met. */
  private boolean leadsToMet(Prefix p) {
    Recording.Choice last = p.last();
    if (!reduced
        || last == null
        || last.states().before() == 0
        || last.kind() == Recording.Kind.READ) {
      return false;
    }
    long after = last.states().after().get(last.enabled().indexOf(last.chosen()));
    long attempt = key(after, last.chosen(), Recording.Kind.THREAD, true);
    long blocked = key(after, last.chosen(), Recording.Kind.THREAD, false);
    return after != 0
        && (met.containsKey(attempt) ? isMet(attempt, p.price()) : isMet(blocked, p.price()));
  }

  private void branch(Prefix prefix, List<Recording.Choice> choices, int at) {
    Recording.Choice c = choices.get(at);
    boolean preempts = c.kind() == Recording.Kind.THREAD && c.continues() && !c.yields();
    int cost = prefix.price() + (preempts || c.kind() == Recording.Kind.READ ? 1 : 0);
    if (cost > most) {
      return;
    }
    for (String other : c.enabled()) {
      boolean stays = c.yields() && other.equals(c.thread());
      if (!other.equals(c.chosen()) && !stays) {
        waiting.get(cost).addLast(new Prefix(choices, at, chosen(c, other, preempts), cost));
      }
    }
  }

  private static Recording.Choice chosen(Recording.Choice c, String other, boolean preempts) {
    return new Recording.Choice(
        c.kind(),
        c.thread(),
        c.n(),
        other,
        preempts,
        c.yields(),
        c.continues(),
        c.enabled(),
        c.siteHash(),
        c.site(),
        c.states());
  }
}
