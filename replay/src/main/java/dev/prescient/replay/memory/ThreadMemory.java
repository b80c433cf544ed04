package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.ThreadState;
import java.util.HashMap;
import java.util.Map;
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

  private final Map<Integer, Place> places = new HashMap<>();
  private long chain;

  /** What is kept of a site. */
  private static final class Place {
    int visits;

    @Nullable Write last;

    /** Of the store that the last load read from, in the thread's chain. */
    long link;
  }

  ThreadMemory(ThreadState thread) {
    this.thread = thread;
  }

  private Place place(int site) {
    return places.computeIfAbsent(site, s -> new Place());
  }

  /** The number of this visit of the site, from 1. */
  int visit(int site) {
    return ++place(site).visits;
  }

  /** What the thread's last load at the site returned, as far as {@link #setLast} was told. */
  @Nullable Write last(int site) {
    return place(site).last;
  }

  void setLast(int site, Write w) {
    place(site).last = w;
  }

  /** Notes the store that the last load at the site read from, by its chain. */
  void readFrom(int site, long siteHash, long source) {
    long link = mix(siteHash ^ mix(source));
    Place place = place(site);
    chain += link - place.link;
    place.link = link;
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
