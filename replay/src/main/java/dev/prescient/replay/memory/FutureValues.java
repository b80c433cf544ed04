package dev.prescient.replay.memory;

import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Read;
import dev.prescient.profiler.value.Value;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.ThreadState;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that racing stores of a run wrote after its loads, and that the loads could not have
 * returned as things stood (run 1 of Prescient Memory, ISMM 2016, section 3).
 *
 * <p>State: guarded by the {@link MemoryRun}.
 */
final class FutureValues implements Predictor {
  private final RunValues values;
  private final boolean oldOnesToo;
  private final Map<Occurrence, Set<Value>> found = new LinkedHashMap<>();

  /**
   * Of a run that has not begun.
   *
   * @param oldOnesToo whether loads may return old values as well, which are no guesses then
   */
  FutureValues(RunValues values, boolean oldOnesToo) {
    this.values = values;
    this.oldOnesToo = oldOnesToo;
  }

  @Override
  public boolean load(Load l) {
    List<LiveValue> visible =
        oldOnesToo ? l.visible().stream().map(Write::value).toList() : List.of(l.latest().value());
    return l.x()
        .reads()
        .add(
            new Read(
                l.memory().thread.use(), l.occurrence(), l.at().location(), visible, l.order()));
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
        found.computeIfAbsent(r.load(), l -> new LinkedHashSet<>()).add(values.value(x.type(), v));
      }
    }
  }

  /** The values by load. */
  Map<Occurrence, Set<Value>> found() {
    return found;
  }
}
