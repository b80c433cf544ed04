package dev.prescient.profiler.value;

import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The stores of one racy variable that some thread may still see, in the order of execution
 * (Adversarial Memory, Flanagan &amp; Freund, PLDI 2010, section 4).
 *
 * <p>State: {@code writes} is guarded by the owner of the history, which serialises the accesses of
 * a run.
 */
public final class WriteHistory {
  private final int limit;
  private final List<Write> writes = new ArrayList<>(2);

  /**
   * A history that starts with one value.
   *
   * @param limit stores kept, 1..1024
   */
  public WriteHistory(Write initial, int limit) {
    this.limit = limit;
    writes.add(initial);
  }

  /** The last store. */
  public Write latest() {
    return writes.get(writes.size() - 1);
  }

  /** The stores that are kept, in order. */
  public List<Write> all() {
    return List.copyOf(writes);
  }

  /**
   * What a load by {@code t} may return: every store that no store after it, ordered before the
   * load, hides: { w | no w' with w → w' and K_w' ⪯ C_t }. The latest is last.
   */
  public List<Write> visible(ThreadState t) {
    List<Write> visible = new ArrayList<>(writes.size());
    for (int i = 0; i < writes.size(); i++) {
      if (!writes.get(i).value().gone() && hider(i, t::knows) == null) {
        visible.add(writes.get(i));
      }
    }
    return visible;
  }

  /**
   * Appends a store. Where the history is full it first forgets what nobody can see any more, then
   * the oldest.
   *
   * @param knownToAll whether an epoch is ordered before the present of every live thread
   * @return whether a store was forgotten that some thread might have seen
   */
  public boolean add(Write w, LongPredicate knownToAll) {
    if (writes.size() >= limit + 1) {
      prune(knownToAll);
    }
    boolean drop = writes.size() >= limit + 1;
    if (drop) {
      writes.remove(0);
    }
    writes.add(w);
    return drop;
  }

  /** Forgets everything: the variable was written where we could not see it. */
  public void reset(LiveValue found) {
    writes.clear();
    writes.add(Write.initial(found));
  }

  private void prune(LongPredicate knownToAll) {
    for (int i = writes.size() - 2; i >= 0; i--) {
      if (hider(i, knownToAll) != null) {
        writes.remove(i);
      }
    }
  }

  private @Nullable Write hider(int i, LongPredicate known) {
    Write w = writes.get(i);
    for (int j = i + 1; j < writes.size(); j++) {
      Write later = writes.get(j);
      if (w.before(later) && known.test(later.epoch())) {
        return later;
      }
    }
    return null;
  }
}
