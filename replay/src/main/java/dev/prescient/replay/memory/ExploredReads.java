package dev.prescient.replay.memory;

import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.control.Choices;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.Scheduler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes what loads return a choice beside those of threads: each load goes into the journal, with
 * what was chosen and could have been.
 *
 * <p>State: guarded by the {@link MemoryRun}.
 */
final class ExploredReads implements Adversary {
  /** Loads of one thread at one site that are choices: a loop that waits has no end of them. */
  private static final int LOADS = 8;

  /**
   * A load.
   *
   * @param load which
   * @param visible what it may return without a guess
   * @param taken what it returns
   */
  record Point(Occurrence load, List<String> visible, String taken) {}

  private final ReadPlan plan;
  private final boolean old;
  private final List<Point> points = new ArrayList<>();
  private long beyond;

  /**
   * Of a run that has not begun.
   *
   * @param old whether loads may return old values
   */
  ExploredReads(ReadPlan plan, boolean old) {
    this.plan = plan;
    this.old = old;
  }

  @Override
  public @Nullable Pick choose(Load l) {
    ControlledThread me = Scheduler.holder();
    if (me == null || me.thread != Thread.currentThread()) {
      return null;
    }
    if (l.n() > LOADS) {
      beyond += l.visible().size() > 1 ? 1 : 0;
      Choices.read(false, false, source(l.latest()), l.at().id());
      return null;
    }
    List<Write> others = old ? others(l) : List.of();
    List<String> visible = ReadChoice.visible(others.size(), l.at().loop());
    Occurrence load = l.occurrence();
    String taken = plan.choose(me.path, me.n, load, visible);
    points.add(new Point(load, visible, taken));
    Pick pick = pick(taken, others);
    Write from = pick == null ? l.latest() : pick.old();
    long source = from == null ? taken.hashCode() : source(from);
    Choices.read(true, pick != null, source, l.at().id());
    return pick;
  }

  private static @Nullable Pick pick(String taken, List<Write> others) {
    if (ReadChoice.isGuess(taken)) {
      return Pick.guess(ReadChoice.guessed(taken));
    }
    int i = ReadChoice.old(taken);
    boolean other = i > 0 && i <= others.size();
    return other ? Pick.old(others.get(i - 1), ReadChoice.isHeld(taken)) : null;
  }

  /** A hash of a store: which one it is of its thread, whose steps so far are told elsewhere. */
  private static long source(Write w) {
    Occurrence store = w.store();
    return store == null ? 0 : 31 * store.site() + store.hashCode();
  }

  /** The stores of other values that the load sees, the newest first; of each value the newest. */
  private static List<Write> others(Load l) {
    List<Write> others = new ArrayList<>();
    List<LiveValue> values = new ArrayList<>(List.of(l.latest().value()));
    for (int i = l.visible().size() - 1; i >= 0; i--) {
      Write w = l.visible().get(i);
      if (values.stream().noneMatch(w.value()::same)) {
        values.add(w.value());
        others.add(w);
      }
    }
    return others;
  }

  /** Loads that were no choices any more, although they saw several values. */
  long beyond() {
    return beyond;
  }

  /** The loads so far, in the order of the journal. */
  List<Point> points() {
    return points;
  }
}
