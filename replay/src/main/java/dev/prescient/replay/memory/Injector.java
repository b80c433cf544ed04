package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Value;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prescient memory (run 2 of Prescient Memory, ISMM 2016, section 3) and adversarial memory (PLDI
 * 2010): decides what loads return instead of the latest value, and lets later stores validate it.
 * A future value that is a visible old one when its load comes is legal at once.
 *
 * <p>State: {@code adversarial} grows with the adversary's choices, {@code guess} is what the last
 * load was given if that was a guess; all is guarded by the {@link MemoryRun}.
 */
final class Injector {
  private static final int MAX_ADVERSARIAL = 1_000;

  private final List<SpeculativeRead> speculative;
  private final @Nullable Adversary adversary;
  private final List<Long> probes;
  private final RunValues values;
  private final List<SpeculativeRead> adversarial = new ArrayList<>();
  private @Nullable SpeculativeRead guess;

  /**
   * An injector.
   *
   * @param speculative what to inject or to watch
   * @param adversary chooses what other loads return, or null
   * @param probes what loads get whose guesses are off, one after the other; none for the latest
   */
  Injector(
      List<SpeculativeRead> speculative,
      @Nullable Adversary adversary,
      List<Long> probes,
      RunValues values) {
    this.speculative = List.copyOf(speculative);
    this.adversary = adversary;
    this.probes = List.copyOf(probes);
    this.values = values;
  }

  /** What the load returns instead of the latest value, or null. */
  @Nullable LiveValue load(Load l) {
    guess = null;
    for (SpeculativeRead s : l.at().speculative()) {
      if (s.at(l.memory().thread, l.x(), l.n())) {
        s.seen = values.value(l.x().type(), l.latest().value()).text();
        LiveValue v = values.live(s.candidate.value(), l.owner());
        return s.off() ? watch(s, l, v) : inject(s, l, v);
      }
    }
    for (SpeculativeRead s : adversarial) {
      if (s.candidate.hold()
          && s.candidate.load().site() == l.at().hash()
          && s.at(l.memory().thread, l.x(), l.n())) {
        return inject(s, l, values.live(s.candidate.value(), l.owner()));
      }
    }
    Adversary.Pick pick =
        adversary == null || adversarial.size() >= MAX_ADVERSARIAL ? null : adversary.choose(l);
    if (pick == null) {
      return null;
    }
    return pick.old() == null ? guess(l, pick) : old(l, pick.old(), pick.hold());
  }

  private LiveValue old(Load l, Write w, boolean hold) {
    SpeculativeRead s =
        adversarial(l, Candidate.Kind.STALE, hold, w, values.value(l.x().type(), w.value()));
    s.legal(l.x(), w);
    return w.value();
  }

  /** A guess of the adversary's: only a later store makes it legal. */
  private @Nullable LiveValue guess(Load l, Adversary.Pick pick) {
    Value guess = pick.guess();
    LiveValue v = guess == null ? null : values.live(guess, l.owner());
    if (guess == null || v == null || l.latest().value().same(v)) {
      return null;
    }
    adversarial(l, Candidate.Kind.FUTURE, false, null, guess)
        .speculate(l.memory().thread, l.x(), v);
    return v;
  }

  private SpeculativeRead adversarial(
      Load l, Candidate.Kind kind, boolean hold, @Nullable Write w, Value v) {
    SpeculativeRead s = new SpeculativeRead(named(l, kind, hold, w, v), null);
    s.seen = values.value(l.x().type(), l.latest().value()).text();
    adversarial.add(s);
    return s;
  }

  private @Nullable LiveValue inject(SpeculativeRead s, Load l, @Nullable LiveValue v) {
    if (v == null || l.latest().value().same(v)) {
      s.settle(v == null ? Fate.NOT_VISIBLE : Fate.NO_EFFECT);
      return null;
    }
    for (int i = l.visible().size() - 1; i >= 0; i--) {
      Write w = l.visible().get(i);
      if (w.value().same(v)) {
        s.legal(l.x(), w);
        return w.value();
      }
    }
    if (s.candidate.kind() != Candidate.Kind.FUTURE) {
      s.settle(Fate.NOT_VISIBLE);
      return null;
    }
    s.speculate(l.memory().thread, l.x(), v);
    guess = s;
    return v;
  }

  /** A guess that is off: justified too by a store of its writer that came before. */
  private @Nullable LiveValue watch(SpeculativeRead s, Load l, @Nullable LiveValue v) {
    if (v == null) {
      return null;
    }
    s.speculate(l.memory().thread, l.x(), v);
    for (Write w : l.x().writes().all()) {
      ValidatingStore store = ValidatingStore.of(w);
      if (store != null && store.by(s.offUntilWrittenBy) && w.value().same(v)) {
        s.legal(l.x(), w);
      }
    }
    return probe(s, l.x(), v);
  }

  /** What the load gets instead of the latest value; never the guess itself. */
  private @Nullable LiveValue probe(SpeculativeRead s, Variable x, LiveValue guess) {
    if (probes.isEmpty() || x.type() == 'L') {
      return null;
    }
    long number = probes.get(speculative.indexOf(s) % probes.size());
    LiveValue probe = LiveValue.of(Variable.narrow(x.type(), number), null);
    return probe.same(guess) ? null : probe;
  }

  private Candidate named(Load l, Candidate.Kind kind, boolean hold, @Nullable Write w, Value v) {
    return new Candidate(
        "A" + (adversarial.size() + 1),
        kind,
        hold,
        l.x().name(),
        l.x().declaration(),
        l.occurrence(),
        l.at().location(),
        w == null ? null : w.store(),
        w == null ? "" : w.site(),
        v);
  }

  /** A store: validates every guess that it makes legal. */
  void store(ThreadState u, Variable x, Write w) {
    ValidatingStore store = ValidatingStore.of(w);
    if (store == null) {
      return;
    }
    for (SpeculativeRead s : speculative) {
      s.validate(u, x, w.value(), store);
    }
    for (SpeculativeRead s : adversarial) {
      s.validate(u, x, w.value(), store);
    }
  }

  /**
   * What the last load read from.
   *
   * @param v what it was given instead of the latest value, or null
   * @return a store, or the guess that a store will validate; null for a probe
   */
  @Nullable Object source(Load l, @Nullable LiveValue v) {
    if (v == null) {
      return l.latest();
    }
    for (int i = l.visible().size() - 1; i >= 0; i--) {
      if (l.visible().get(i).value().same(v)) {
        return l.visible().get(i);
      }
    }
    return guess;
  }

  /** Whether guesses are off: then what led to their stores is looked at. */
  boolean watches() {
    return speculative.stream().anyMatch(SpeculativeRead::off);
  }

  /** What was asked for. */
  List<SpeculativeRead> asked() {
    return speculative;
  }

  /** Everything injected, what the adversary chose last. */
  List<SpeculativeRead> all() {
    List<SpeculativeRead> all = new ArrayList<>(speculative);
    all.addAll(adversarial);
    return all;
  }
}
