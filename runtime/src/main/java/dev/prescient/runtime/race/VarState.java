package dev.prescient.runtime.race;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.SharedReads;
import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * What FastTrack knows of an array element (Flanagan &amp; Freund, PLDI 2009, figure 2): W, and R
 * as an epoch or as a vector, with the site of each. Immutable: an element moves from one state to
 * the next by compare-and-set, and all elements with the same history share one state (Wilcox et
 * al., <em>SlimState</em>).
 *
 * <p>Departs from the paper as {@link Rules} does: a write sets R as well.
 */
final class VarState {
  /** Not accessed yet; a null element means the same. */
  static final VarState VIRGIN = new VarState(0, 0, 0, 0, null);

  /** Stands in elements of an array whose shadow is being changed to its other representation. */
  static final VarState MOVED = new VarState(0, 0, 0, 0, null);

  /** Told apart from all others by thread and clock of a thread that does not exist. */
  private static final long SHARED = Epoch.of(Epoch.MAX_TID, 0);

  /** States made lately, so that equal ones are one; threads write it without order. */
  private static final @Nullable VarState[] RECENT = new VarState[1 << 12];

  /** Hashes of states made once, which are most of those of some programs; as {@code RECENT}. */
  private static final int[] ONCE = new int[RECENT.length];

  /** Of all that the state tells. */
  final int hash;

  /** W. */
  final long write;

  /** R, or an epoch of nobody if the reads are in {@code readers}. */
  final long read;

  final int writeSite;
  final int readSite;

  /** The read vector as {@link Readers#word}s, by thread id. */
  final long @Nullable [] readers;

  private VarState(long write, int writeSite, long read, int readSite, long @Nullable [] readers) {
    long h = write * 31 + read;
    if (readers != null) {
      for (long word : readers) {
        h = h * 31 + word;
      }
    }
    h = (h * 31 + writeSite) * 31 + readSite;
    this.hash = (int) ((h * 0x9E3779B97F4A7C15L) >>> 32);
    this.write = write;
    this.writeSite = writeSite;
    this.read = read;
    this.readSite = readSite;
    this.readers = readers;
  }

  /** The state that tells the same as a new one: an earlier one if there is any. */
  @DontInline
  private static VarState shared(VarState made) {
    int slot = made.hash & (RECENT.length - 1);
    VarState known = RECENT[slot];
    if (known != null && known.same(made)) {
      return known;
    }
    if (ONCE[slot] == made.hash) {
      RECENT[slot] = made;
    } else {
      ONCE[slot] = made.hash;
    }
    return made;
  }

  /** After a write: rules [FT WRITE EXCLUSIVE] and [FT WRITE SHARED]. */
  static VarState written(long e, int site) {
    return shared(new VarState(e, site, e, site, null));
  }

  /** After a read by the present thread at epoch {@code e}; this if nothing changes. */
  @DontInline
  VarState read(ThreadState t, long e, int site) {
    long[] words = readers;
    if (read == e) { // [FT READ SAME EPOCH]
      return this;
    }
    long word = SharedReads.word(Epoch.clock(e), site);
    if (words != null) { // [FT READ SHARED]
      long known = t.tid < words.length ? words[t.tid] : 0;
      if (SharedReads.clock(known) == SharedReads.clock(word)) {
        return this;
      }
      words = Arrays.copyOf(words, Math.max(words.length, t.tid + 1));
    } else if (t.knows(read)) { // [FT READ EXCLUSIVE]
      return shared(new VarState(write, writeSite, e, site, null));
    } else { // [FT READ SHARE]
      int other = Epoch.tid(read);
      words = new long[Math.max(other, t.tid) + 1];
      words[other] = SharedReads.word(Epoch.clock(read), readSite);
    }
    words[t.tid] = word;
    return shared(new VarState(write, writeSite, SHARED, 0, words));
  }

  /** After a read by thread id {@code u} that has the given {@link SharedReads#word}. */
  VarState withRead(int u, long word) {
    long clock = SharedReads.clock(word);
    long[] words = readers;
    if (words == null && (read == 0 || Epoch.tid(read) == u)) {
      return Epoch.clock(read) >= clock
          ? this
          : shared(
              new VarState(write, writeSite, Epoch.of(u, clock), SharedReads.site(word), null));
    }
    if (words == null) {
      int other = Epoch.tid(read);
      words = new long[Math.max(other, u) + 1];
      words[other] = SharedReads.word(Epoch.clock(read), readSite);
    } else {
      words = Arrays.copyOf(words, Math.max(words.length, u + 1));
    }
    if (SharedReads.clock(words[u]) < clock) {
      words[u] = word;
    }
    return shared(new VarState(write, writeSite, SHARED, 0, words));
  }

  /** A read that a write by a thread races with, as its epoch, or 0. */
  long unorderedRead(ThreadState t) {
    long[] words = readers;
    if (words == null) {
      return t.knows(read) ? 0 : read;
    }
    long unordered = 0;
    for (int u = 1; u < words.length; u++) {
      long epoch = Epoch.of(u, SharedReads.clock(words[u]));
      if (words[u] != 0 && !t.knows(epoch)) {
        unordered = epoch;
      }
    }
    return unordered;
  }

  /** The site of the read at an epoch. */
  int siteOf(long epoch) {
    long[] words = readers;
    return words == null ? readSite : SharedReads.site(words[Epoch.tid(epoch)]);
  }

  /** Whether two states tell the same. */
  boolean same(VarState s) {
    return this == s
        || (hash == s.hash
            && write == s.write
            && read == s.read
            && writeSite == s.writeSite
            && readSite == s.readSite
            && this != MOVED
            && s != MOVED
            && Arrays.equals(readers, s.readers));
  }
}
