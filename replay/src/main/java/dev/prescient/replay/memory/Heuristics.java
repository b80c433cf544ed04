package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Write;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses old values by itself (Adversarial Memory, PLDI 2010, section 4.3). The seed picks the
 * heuristic of a run, so that seeds 0, 1, 2 try random, oldest, and oldest-but-different.
 *
 * <p>State: {@code random} advances with every choice; guarded by the {@link MemoryRun}.
 */
final class Heuristics implements Adversary {
  private enum Heuristic {
    RANDOM,
    OLDEST,
    OLDEST_BUT_DIFFERENT
  }

  private final Heuristic heuristic;
  private long random;

  Heuristics(long seed) {
    heuristic = Heuristic.values()[(int) Long.remainderUnsigned(seed, Heuristic.values().length)];
    random = mix(seed);
  }

  @Override
  public @Nullable Pick choose(Load l) {
    Write w = store(l.visible(), l.memory().last(l.at().id()));
    boolean other = !w.value().same(l.latest().value());
    l.memory().setLast(l.at().id(), other ? w : l.latest());
    return other ? Pick.old(w, false) : null;
  }

  /**
   * The store that a load reads from.
   *
   * @param visible what it may return, the latest last
   * @param last what this thread's last load at the site returned, or null
   */
  private Write store(List<Write> visible, @Nullable Write last) {
    int latest = visible.size() - 1;
    if (latest == 0) {
      return visible.get(0);
    }
    random += 0x9e3779b97f4a7c15L;
    long r = mix(random);
    int chosen =
        switch (heuristic) {
          case RANDOM -> (int) Long.remainderUnsigned(r, visible.size());
          case OLDEST -> (r & 3) == 0 ? latest : 0;
          case OLDEST_BUT_DIFFERENT ->
              last != null && last.value().same(visible.get(0).value()) ? 1 : 0;
        };
    return visible.get(chosen);
  }

  /** Finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mix(long z) {
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
