package dev.prescient.runtime.race;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.SharedReads;
import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * The access of array elements that a thread is making, and how it changes their states. Changes
 * that made no race are remembered: elements with one history share the state that follows, too.
 * One is kept when it is made a second time, which a program that synchronises between its accesses
 * never does.
 *
 * <p>State: of the owning thread only. A remembered change holds for its epoch; the thread's clock
 * may have grown since, which orders more, not less.
 */
final class Access {
  private static final int KEPT = 256;

  /** A change of state without a race, by accesses with one key in one epoch. */
  private static final class Change {
    final VarState from;
    final VarState to;
    final int key;
    final long epoch;

    Change(VarState from, VarState to, int key, long epoch) {
      this.from = from;
      this.to = to;
      this.key = key;
      this.epoch = epoch;
    }
  }

  private final ThreadState t;
  private final @Nullable Change[] changes = new Change[KEPT];

  /** Hashes of changes made once. */
  private final int[] once = new int[KEPT];

  private VarState written = VarState.VIRGIN;

  private @Nullable ArrayShadow shadow;
  private boolean writes;
  private int site;
  private int key;
  private long epoch;

  Access(ThreadState t) {
    this.t = t;
  }

  /** Says which array is accessed, where, and in which epoch of the thread. */
  void begin(ArrayShadow shadow, boolean writes, int site, long epoch) {
    this.shadow = shadow;
    this.writes = writes;
    this.site = site;
    this.key = writes ? ~site : site; // tells accesses apart that change states differently
    this.epoch = epoch;
  }

  /**
   * The state that follows.
   *
   * @param index of the first element in state {@code s}
   * @param n elements
   * @param stride between them
   */
  VarState next(VarState s, int index, int n, int stride) {
    if (writes ? s.write == epoch : s.read == epoch) { // [FT SAME EPOCH]
      return s;
    }
    int slot = (s.hash ^ key) & (KEPT - 1);
    Change known = changes[slot];
    if (known != null && known.from == s && known.key == key && known.epoch == epoch) {
      return known.to;
    }
    boolean races = writes ? writeRaces(s, index) : readRaces(s, index, n, stride);
    VarState next = writes ? written(epoch, site) : s.read(t, epoch, site);
    if (!races) {
      int hash = (s.hash ^ key) + (int) epoch;
      if (once[slot] == hash) {
        changes[slot] = new Change(s, next, key, epoch);
      }
      once[slot] = hash;
    }
    return next;
  }

  ThreadState thread() {
    return t;
  }

  boolean writes() {
    return writes;
  }

  /** The word of the reads that are being made. */
  long word() {
    return SharedReads.word(Epoch.clock(epoch), site);
  }

  /** A read of an element whose state does not change by it. */
  void read(VarState s, int index) {
    readRaces(s, index, 1, 1);
  }

  /** A write of an element that a thread id has read, as a word tells. */
  void races(int index, int u, long word) {
    found(index, false, Epoch.of(u, SharedReads.clock(word)), SharedReads.site(word));
  }

  /** The state after a write. */
  VarState written(long epoch, int site) {
    VarState w = written;
    if (w.write != epoch || w.writeSite != site) {
      w = VarState.written(epoch, site);
      written = w;
    }
    return w;
  }

  private boolean readRaces(VarState s, int index, int n, int stride) {
    if (t.knows(s.write)) {
      return false;
    }
    Object array = array();
    if (excused(array, index, n, stride, s.write)) {
      return true; // not to be remembered: it depends on the array
    }
    found(index, true, s.write, s.writeSite);
    return true;
  }

  private boolean excused(@Nullable Object array, int index, int n, int stride, long write) {
    if (!(array instanceof Object[] references)) {
      return Frozen.excuses(array, null, write, t);
    }
    for (int k = 0; k < n; k++) {
      if (!Frozen.excuses(array, references[index + k * stride], write, t)) {
        return false;
      }
    }
    return true;
  }

  private boolean writeRaces(VarState s, int index) {
    boolean unordered = !t.knows(s.write);
    if (unordered) {
      found(index, true, s.write, s.writeSite);
    }
    long read = s.unorderedRead(t);
    if (read != 0 && read != s.write) {
      found(index, false, read, s.siteOf(read));
    }
    return unordered || read != 0;
  }

  private void found(int index, boolean firstWrites, long first, int firstSite) {
    Races.found(
        array(),
        0,
        index,
        firstWrites,
        first,
        ArrayRange.site(firstSite, index),
        writes,
        ArrayRange.site(site, index),
        t);
  }

  private @Nullable Object array() {
    return shadow == null ? null : shadow.get();
  }
}
