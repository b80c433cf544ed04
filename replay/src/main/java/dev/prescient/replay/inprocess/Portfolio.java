package dev.prescient.replay.inprocess;

import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.schedule.Pct;
import dev.prescient.replay.schedule.Pos;
import dev.prescient.replay.schedule.RaceFuzzer;
import dev.prescient.replay.schedule.RandomStrategy;
import dev.prescient.replay.schedule.ReplayStrategy;
import dev.prescient.replay.trace.Recording;
import dev.prescient.runtime.control.KeepRunning;
import dev.prescient.runtime.control.Strategy;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which schedule is tried next. All with few preemptions come in their order, and with some more,
 * for half of the budget; in turn with the first of them, random ones of several kinds, so that
 * what either finds soon is found soon; then random ones again. If all schedules up to the highest
 * bound are known, nothing is left but those.
 *
 * <p>State: {@code chosen} counts the schedules so far, {@code random} the random ones among them,
 * both in earlier JVMs as well; {@code length} is how many decisions a run has, a moving average;
 * {@code prefix} is that of the present schedule, null while it is a random one. For one thread.
 */
public final class Portfolio {
  /** Random ones that come in turn with systematic ones. */
  private static final long EARLY = 100;

  private static final String SYSTEMATIC = "icb";

  private static final int PCT_DEPTH = 3;
  private static final String[] KINDS = {"p", "random", "pct", "pos"};

  private final Recording.Header header;
  private final String only;
  private final String race;
  private final long most;
  private final long early;
  private final ContextBound bound;
  private long random;
  private long chosen;
  private long unknown;
  private ContextBound.@Nullable Prefix prefix;
  private final int asked;
  private int sure = -1;
  private int length;
  private boolean late;
  private boolean done;

  /**
   * Schedules to come.
   *
   * @param header of recordings of this program; its seed is the first of the random ones
   * @param left where another JVM stopped, or the beginning
   * @param only {@code p}, {@code random}, {@code pct}, {@code pos}, {@code race} or {@code icb},
   *     the systematic ones; empty for all
   * @param race the places of strategy {@code race}
   * @param asked bound whose exhaustion is of interest; what is left of the budget goes beyond
   * @param most schedules, in earlier JVMs as well
   */
  public Portfolio(
      Recording.Header header, Frontier left, String only, String race, int asked, long most) {
    this.header = header;
    this.chosen = left.tried();
    this.random = left.random();
    this.unknown = left.diverged();
    this.bound = left.bound();
    this.most = most;
    this.only = only;
    this.race = race;
    this.asked = asked;
    this.early = Math.min(EARLY, most / 2);
    note();
  }

  /** Half of the time is over. */
  public void halfTime() {
    late = true;
  }

  /** The next schedule; empty if there is none. */
  public Optional<Strategy> next() {
    prefix = null;
    if (chosen >= most) {
      return Optional.empty();
    }
    late |= chosen >= most / 2;
    boolean allKnown = bound.done() && diverged() == 0;
    boolean inTurn = random < early && (chosen % 2 == 1 || bound.done());
    if (only.isEmpty() ? inTurn || (late && !allKnown) : !only.equals(SYSTEMATIC)) {
      chosen++;
      return Optional.of(random(random++));
    }
    Optional<ContextBound.Prefix> next = bound.next();
    if (next.isEmpty()) {
      if (only.isEmpty() && !allKnown) {
        late = true;
        return next();
      }
      done = true;
      note();
      return Optional.empty();
    }
    chosen++;
    prefix = next.get();
    List<Recording.Choice> choices = next.get().choices();
    return Optional.of(
        choices.isEmpty()
            ? new KeepRunning()
            : new ReplayStrategy(
                new Recording(header, choices, List.of(), Map.of(), Map.of(), 0, false)));
  }

  private Strategy random(long i) {
    long seed = header.seed() + i;
    return switch (only.isEmpty() ? KINDS[(int) (i % KINDS.length)] : only) {
      case "p" -> new RandomStrategy(seed, 5);
      case "random" -> new RandomStrategy(seed, 1);
      case "pos" -> new Pos(seed);
      case "race" -> RaceFuzzer.of(seed, race);
      default -> new Pct(seed, PCT_DEPTH, Math.max(1, length));
    };
  }

  /** Whether {@link #ran} needs every decision of the present schedule. */
  public boolean learns() {
    return prefix != null;
  }

  /**
   * How the present schedule went, if it {@linkplain #learns is of use}.
   *
   * @param choices every decision
   * @param whole false if the run was cut: what else it would have chosen is not known
   * @return the indices of the decisions that were branched
   */
  public BitSet ran(List<Recording.Choice> choices, boolean whole) {
    ContextBound.Prefix of = prefix;
    if (of == null) {
      return new BitSet();
    }
    BitSet branched = bound.ran(of, choices);
    unknown += whole ? 0 : 1;
    note();
    return branched;
  }

  /** More schedules, at places that were met before. */
  public void add(List<ContextBound.Prefix> more) {
    more.forEach(bound::add);
    note();
  }

  /** How the present schedule begins; empty for one at random. */
  public Optional<ContextBound.Prefix> prefix() {
    return Optional.ofNullable(prefix);
  }

  /**
   * How many decisions the present schedule had. Those to come will have about as many: points at
   * which PCT changes priorities must lie among them.
   */
  public void took(long decisions) {
    int n = (int) Math.min(decisions, Integer.MAX_VALUE / 4);
    length = length == 0 ? n : (3 * length + n + 3) / 4;
  }

  /** Decisions that a run is expected to have; 0 if none is known. */
  int length() {
    return length;
  }

  /** Where another JVM may go on. */
  public Frontier left() {
    return new Frontier(chosen, random, diverged(), bound);
  }

  /** The highest bound within which nothing is left to try, whatever became of what was tried. */
  public int bound() {
    return bound.exhausted();
  }

  private void note() {
    if (diverged() == 0) {
      sure = bound.exhausted();
    }
  }

  /** The highest bound within which nothing is left; -1 if there is none, or not all is known. */
  public int exhaustedBound() {
    return sure;
  }

  /** Whether nothing is left within the bound asked for. */
  public boolean exhausted() {
    return sure >= asked;
  }

  /** Whether there is nothing left to try at all. */
  public boolean done() {
    return done || chosen >= most;
  }

  /** Systematic schedules that could not be followed, or not to their end. */
  public long diverged() {
    return bound.diverged() + unknown;
  }
}
