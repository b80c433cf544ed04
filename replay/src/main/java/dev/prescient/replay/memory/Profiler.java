package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidateTable;
import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Read;
import dev.prescient.profiler.value.Value;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The PM-profiler (run 1 of Prescient Memory, ISMM 2016, section 3): at a load, the visible old
 * values are candidates; at a store, its value is one for every earlier load that races with it and
 * could not have returned that value as things stood.
 *
 * <p>State: guarded by the {@link MemoryRun}.
 */
final class Profiler implements Predictor {
  private static final int MAX_CANDIDATES = 10_000;

  private final CandidateTable candidates = new CandidateTable(MAX_CANDIDATES);
  private final RunValues values;

  Profiler(RunValues values) {
    this.values = values;
  }

  @Override
  public boolean load(Load l) {
    Variable x = l.x();
    Occurrence load = l.occurrence();
    List<LiveValue> visible = new ArrayList<>(l.visible().size());
    for (Write w : l.visible()) {
      visible.add(w.value());
      if (w.value().same(l.latest().value()) || !values.nameable(w.value())) {
        continue;
      }
      Value v = values.value(x.type(), w.value());
      String at = l.at().location();
      candidates.add(Candidate.Kind.STALE, false, x, load, at, w.store(), w.site(), v);
      if (l.at().loop() || l.n() > 1) {
        candidates.add(Candidate.Kind.STALE, true, x, load, at, w.store(), w.site(), v);
      }
    }
    long epoch = l.memory().thread.use();
    return x.reads().add(new Read(epoch, load, l.at().location(), visible, l.order()));
  }

  @Override
  public void store(
      ThreadState u,
      Variable x,
      LiveValue v,
      @Nullable Object object,
      Occurrence store,
      String site) {
    for (Read r : x.reads().racing(u)) {
      boolean exists = object == null || values.names.knownBefore(object, r.order());
      if (exists && !r.saw(v)) {
        Value value = values.value(x.type(), v);
        candidates.add(Candidate.Kind.FUTURE, false, x, r.load(), r.site(), store, site, value);
      }
    }
  }

  /** All candidates by rank. */
  List<Candidate> ranked() {
    return candidates.ranked();
  }

  /** Candidates that did not fit. */
  long dropped() {
    return candidates.dropped();
  }
}
