package dev.prescient.replay.schedule;

import dev.prescient.replay.trace.Recording;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Iterative context bounding (Musuvathi, Qadeer, PLDI 2007): all schedules with no preemption, then
 * all with one, then with two. A schedule is a prefix of choices; after it the default rules, a
 * thread runs until it blocks. A run tells what else could have been chosen where, and each of that
 * is a new prefix: at no cost where the thread could not go on, at the price of a preemption where
 * it could.
 *
 * <p>A thread that gives way is followed by the next one by number (fair stateless model checking,
 * PLDI 2008); others are tried only the first {@link #YIELDS} times it gives way at a place, else a
 * loop that waits would have endlessly many schedules.
 *
 * <p>State: for one thread. {@code waiting} holds prefixes not yet run, by their preemptions.
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
   * @param preemptions in it
   */
  public record Prefix(
      List<Recording.Choice> run, int length, Recording.@Nullable Choice last, int preemptions) {
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
  private final int most;
  private int bound;
  private long diverged;
  private long kept;

  /**
   * Starts with the schedule that never preempts.
   *
   * @param most highest bound, from 0
   */
  public ContextBound(int most) {
    this(most, List.of(new Prefix(List.of(), 0, null, 0)));
  }

  /**
   * Goes on where another exploration stopped.
   *
   * @param most highest bound, from 0
   * @param left what was {@link #waiting} there
   */
  public ContextBound(int most, List<Prefix> left) {
    this.most = most;
    for (int b = 0; b <= most; b++) {
      waiting.add(new ArrayDeque<>());
    }
    for (Prefix p : left) {
      if (p.preemptions() <= most) {
        waiting.get(p.preemptions()).addLast(p);
      }
    }
  }

  /** Prefixes not yet run; of each number of preemptions, the next to run is the last. */
  public List<Prefix> waiting() {
    List<Prefix> all = new ArrayList<>();
    waiting.forEach(all::addAll);
    return all;
  }

  /** The next schedule to run; empty if none is left within the highest bound. */
  public Optional<Prefix> next() {
    while (bound <= most && waiting.get(bound).isEmpty()) {
      bound++;
    }
    return bound > most ? Optional.empty() : Optional.of(waiting.get(bound).removeLast());
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
   */
  public void ran(Prefix prefix, List<Recording.Choice> choices) {
    List<Recording.Choice> begun = prefix.choices();
    kept += choices.size() - begun.size();
    if (kept > MOST_KEPT || !follows(begun, choices)) {
      diverged++;
      return;
    }
    Map<String, Integer> yields = new HashMap<>();
    for (int i = 0; i < choices.size(); i++) {
      Recording.Choice c = choices.get(i);
      boolean again =
          c.yields() && yields.merge(c.thread() + "@" + c.siteHash(), 1, Integer::sum) > YIELDS;
      if (i >= begun.size() && !again) {
        branch(prefix, choices, i);
      }
    }
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

  private void branch(Prefix prefix, List<Recording.Choice> choices, int at) {
    Recording.Choice c = choices.get(at);
    boolean preempts = c.kind() == Recording.Kind.THREAD && c.continues() && !c.yields();
    int cost = prefix.preemptions() + (preempts ? 1 : 0);
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
        c.site());
  }
}
