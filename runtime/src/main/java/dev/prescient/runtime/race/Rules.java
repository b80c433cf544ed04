package dev.prescient.runtime.race;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.SharedReads;
import dev.prescient.runtime.Stacks;
import dev.prescient.runtime.ThreadState;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's rules (Flanagan &amp; Freund, PLDI 2009, figure 2) on a variable's three shadow
 * words: W, the epoch of the last write; R, the epoch of the last read, or {@link #SHARED} when the
 * reads are in {@link Readers}; and the sites of both, the write's in the upper half. All zero: not
 * accessed yet.
 *
 * <p>Departs from the paper: a write sets R as well, so that a read after it in the same epoch is
 * done in the fast path; nothing is lost, since whoever does not know the read does not know the
 * write either. After a race the state is updated as if there were none, so that the next race is
 * found, too.
 *
 * <p>State: a thread that may change the words locks them: it swaps {@link #LOCKED} into R and ends
 * by storing the new R. The fast paths read R or W without the lock and return only if they find
 * their own present epoch there.
 */
final class Rules {
  /** R while the words are being changed. */
  static final long LOCKED = Epoch.of(Epoch.MAX_TID, 1);

  /**
   * R while the last reads are those of several threads; what stands for its {@link FieldReaders}
   * is added.
   */
  static final long SHARED = Epoch.of(Epoch.MAX_TID, 0);

  private static final Unsafe U = Internals.U;

  private Rules() {}

  static boolean isShared(long r) {
    return Epoch.tid(r) == Epoch.MAX_TID;
  }

  private static long lock(Object base, long read) {
    for (int spins = 0; ; spins++) {
      long r = U.getLongVolatile(base, read);
      if (r != LOCKED && U.compareAndSetLong(base, read, r, LOCKED)) {
        return r;
      }
      if (r == LOCKED) {
        Internals.pause(spins);
      }
    }
  }

  /**
   * A read.
   *
   * @param base what the offsets count from
   * @param write offset of W
   * @param read offset of R
   * @param sites offset of the sites
   * @param o the object or array, null for a static field
   * @param field id of the field, 0 for an array element, {@link ObjectState#WHOLE} or {@link
   *     IteratorState#POSITION}
   * @param index of the element, or 0
   */
  static void read(
      Object base,
      long write,
      long read,
      long sites,
      @Nullable Object o,
      int field,
      int index,
      int site,
      ThreadState t) {
    Stacks.note(o, index, site, t);
    long e = t.use();
    if (readAgain(base, write, read, site, t)) {
      return;
    }
    long r = lock(base, read);
    long next = r;
    long w = 0;
    long s = 0;
    try {
      if (r == e) { // [FT READ SAME EPOCH]
        return;
      }
      w = U.getLong(base, write);
      s = U.getLong(base, sites);
      if (isShared(r)) { // [FT READ SHARED]
        FieldReaders readers = FieldReaders.of(r, base, read);
        readers.set(t.tid, SharedReads.word(Epoch.clock(e), site));
        next = readers.shared();
        t.markRead(next);
      } else if (t.knows(r)) { // [FT READ EXCLUSIVE]
        U.putLong(base, sites, (s & ~0xFFFFFFFFL) | site);
        next = e;
      } else { // [FT READ SHARE]
        FieldReaders readers = FieldReaders.of(r, base, read);
        readers.set(Epoch.tid(r), SharedReads.word(Epoch.clock(r), (int) s));
        readers.set(t.tid, SharedReads.word(Epoch.clock(e), site));
        next = readers.shared();
        t.markRead(next);
      }
    } finally {
      U.putLongRelease(base, read, next);
    }
    if (!t.knows(w) && !Frozen.excuses(o, value(o, field), w, t)) { // W ⋠ C_t: write-read
      Races.found(o, field, index, true, w, (int) (s >>> 32), false, site, t);
    }
  }

  /**
   * Rule [FT READ SHARED] for a thread that is among the readers already: its word is its own, so
   * that threads which only read a variable do not take its shadow from each other. A writer that
   * locked R before the word was there has changed R or W when they are looked at after it.
   *
   * @return false if nothing was decided
   */
  private static boolean readAgain(Object base, long write, long read, int site, ThreadState t) {
    long r = U.getLongVolatile(base, read);
    if (!isShared(r) || !FieldReaders.setAgain(r, base, read, t, site)) {
      return false;
    }
    U.fullFence();
    if (U.getLongVolatile(base, read) != r || !t.knows(U.getLongVolatile(base, write))) {
      return false;
    }
    t.markRead(r);
    return true;
  }

  /** A write; parameters as in {@link #read}. */
  static void write(
      Object base,
      long write,
      long read,
      long sites,
      @Nullable Object o,
      int field,
      int index,
      int site,
      ThreadState t) {
    Stacks.note(o, index, site, t);
    long e = t.use();
    long r = lock(base, read);
    long next = r;
    long w = 0;
    long s = 0;
    long unordered = 0; // a read that this write races with
    int unorderedSite = 0;
    try {
      w = U.getLong(base, write);
      if (w == e) { // [FT WRITE SAME EPOCH]
        return;
      }
      s = U.getLong(base, sites);
      if (isShared(r)) { // [FT WRITE SHARED]
        FieldReaders readers = FieldReaders.of(r, base, read);
        for (int u = 1; u < readers.tids(); u++) {
          long word = readers.get(u);
          long epoch = Epoch.of(u, SharedReads.clock(word));
          if (word != 0 && !t.knows(epoch)) {
            unordered = epoch;
            unorderedSite = SharedReads.site(word);
          }
        }
      } else if (!t.knows(r)) { // else [FT WRITE EXCLUSIVE]
        unordered = r;
        unorderedSite = (int) s;
      }
      U.putLong(base, write, e);
      U.putLong(base, sites, (long) site << 32 | site);
      next = e;
    } finally {
      U.putLongRelease(base, read, next);
    }
    if (!t.knows(w)) { // W ⋠ C_t: write-write race
      Races.found(o, field, index, true, w, (int) (s >>> 32), true, site, t);
    }
    if (unordered != 0 && unordered != w) { // R ⋢ C_t: read-write race
      Races.found(o, field, index, false, unordered, unorderedSite, true, site, t);
    }
  }

  /** What a read returns, if it is a reference. */
  private static @Nullable Object value(@Nullable Object o, int field) {
    return o == null || field <= 0 ? null : FieldTable.reference(field, o);
  }
}
