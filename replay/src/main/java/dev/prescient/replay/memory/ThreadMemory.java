package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.ThreadState;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the memory model keeps per thread: how often it was at each site, and where the values of
 * its loads came from.
 *
 * <p>State: guarded by the {@link MemoryRun}.
 */
final class ThreadMemory {
  final ThreadState thread;

  /**
   * Whether the thread went past a load whose guess is off: what it does since may depend on it.
   */
  boolean pastOffGuess;

  private final Int2IntOpenHashMap visits = new Int2IntOpenHashMap();
  private final Int2LongOpenHashMap sources = new Int2LongOpenHashMap();
  private final Int2ObjectOpenHashMap<Write> last = new Int2ObjectOpenHashMap<>();
  private long chain;

  ThreadMemory(ThreadState thread) {
    this.thread = thread;
  }

  /** The number of this visit of the site, from 1. */
  int visit(int site) {
    return visits.addTo(site, 1) + 1;
  }

  /** What the thread's last load at the site returned, as far as {@link #setLast} was told. */
  @Nullable Write last(int site) {
    return last.get(site);
  }

  void setLast(int site, Write w) {
    last.put(site, w);
  }

  /** Notes the store that the last load at the site read from, by its chain. */
  void readFrom(int site, long siteHash, long source) {
    long link = mix(siteHash ^ mix(source));
    chain += link - sources.put(site, link);
  }

  /** The chain of a store by this thread now. */
  long chain(long siteHash, int n) {
    return mix(mix(siteHash + n) ^ thread.path.hashCode() ^ mix(chain));
  }

  /** Finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  static long mix(long z) {
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
