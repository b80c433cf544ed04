package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash table from objects by identity, with an offset, to entries that hold them
 * weakly. Entries of dead objects are dropped when their part of the table fills up, and while what
 * entries hold grows ({@link #grown}).
 *
 * <p>Objects are hashed by identity. The hash of an object that is locked costs a monitor inflation
 * the first time, so hooks of monitors hash before they lock where they can.
 *
 * <p>State: 64 parts, each an array of bucket heads guarded by the part's spin lock for writers.
 * Readers take no lock; one that does not find its entry looks again under the lock, or asks the
 * part's filter first: a bit is set before its entry can be found, and a filter is replaced whole.
 * {@code debt} and {@code hand} are only hints: threads may lose each other's.
 */
public abstract class WeakTable {
  private static final int PARTS = 64;

  /** Heads of a part for one word of its filter: 16 bits each. */
  private static final int HEADS_PER_WORD = 4;

  /** Bytes that entries may grow by before one more chain is searched for dead ones. */
  private static final int BYTES_PER_CHAIN = 64;

  /** Heads of a part at first, and at least; a power of two. */
  private static final int LEAST = 64;

  /** Heads for one live entry that are too many. */
  private static final int FEW = 8;

  /** Growth that is not worth a search. */
  private static final int LITTLE = 64 * BYTES_PER_CHAIN;

  private static final class Part {
    static final long LOCK = Internals.offset(Part.class, "lock");

    @SuppressWarnings("unused") // taken through its offset
    volatile int lock;

    volatile @Nullable WeakEntry[] heads = new WeakEntry[LEAST];

    /** A bit for the hash of each entry, set before the entry can be found: a Bloom filter. */
    volatile long[] filter = new long[LEAST / HEADS_PER_WORD];

    /** Odd while the chains are being rebuilt. */
    volatile int version;

    int size;
  }

  private final Part[] parts = new Part[PARTS];

  /** Bytes grown and not searched for yet; negative if more was searched than that. */
  private long debt;

  /** The part to be searched next. */
  private int hand;

  protected WeakTable() {
    for (int i = 0; i < PARTS; i++) {
      parts[i] = new Part();
    }
  }

  /** A new entry for an object seen first. */
  protected abstract WeakEntry create(Object key, long offset, int hash);

  /** An entry of a dead object has left the table. Called with its part locked. */
  protected void dropped(WeakEntry dead) {}

  /**
   * Tells that an entry holds more than before. Chains are searched for dead entries in proportion,
   * so that these do not hold much more than the live ones. It waits for no lock.
   *
   * @param bytes approximately
   */
  @DontInline
  protected final void grown(long bytes) {
    long sum = debt + bytes;
    debt = sum;
    if (sum < LITTLE) {
      return;
    }
    long chains = sum / BYTES_PER_CHAIN;
    for (int i = 0; i < PARTS && chains > 0; i++) {
      Part part = parts[hand++ & (PARTS - 1)];
      if (Internals.tryLock(part, Part.LOCK)) {
        try {
          dropDead(part);
        } finally {
          Internals.unlock(part, Part.LOCK);
        }
        chains -= part.heads.length;
      }
    }
    debt = Math.min(0, chains * BYTES_PER_CHAIN);
  }

  /** Takes dead entries out of their chains. Readers of a chain may still pass through them. */
  private void dropDead(Part part) {
    @Nullable WeakEntry[] heads = part.heads;
    for (int b = 0; b < heads.length; b++) {
      WeakEntry kept = null;
      for (WeakEntry e = heads[b]; e != null; e = e.next) {
        if (!e.refersTo(null)) {
          kept = e;
          continue;
        }
        if (kept == null) {
          heads[b] = e.next;
        } else {
          kept.next = e.next;
        }
        part.size--;
        dropped(e);
      }
    }
    if (part.size < heads.length / FEW && heads.length > LEAST) {
      rebuild(part, heads);
    }
  }

  /** The hash under which an object and offset are found. */
  public static int hash(Object key, long offset) {
    int h = (System.identityHashCode(key) + (int) offset * 31) * 0x9E3779B1;
    return h ^ (h >>> 15);
  }

  /** The entry of an object and offset, new if there is none. */
  public final WeakEntry find(Object key, long offset, int hash) {
    Part part = parts[hash & (PARTS - 1)];
    WeakEntry found = lookUp(part.heads, key, offset, hash);
    return found != null ? found : findLocked(part, key, offset, hash);
  }

  @DontInline
  private WeakEntry findLocked(Part part, Object key, long offset, int hash) {
    Internals.lock(part, Part.LOCK);
    try {
      WeakEntry found = lookUp(part.heads, key, offset, hash);
      if (found == null) {
        found = create(key, offset, hash);
        add(part, found);
      }
      return found;
    } finally {
      Internals.unlock(part, Part.LOCK);
    }
  }

  /** The entry of an object and offset, or null. */
  public final @Nullable WeakEntry peek(Object key, long offset, int hash) {
    Part part = parts[hash & (PARTS - 1)];
    int version = part.version;
    WeakEntry found = lookUp(part.heads, key, offset, hash);
    return found != null || ((version & 1) == 0 && part.version == version)
        ? found
        : peekLocked(part, key, offset, hash);
  }

  @DontInline
  private static @Nullable WeakEntry peekLocked(Part part, Object key, long offset, int hash) {
    Internals.lock(part, Part.LOCK);
    try {
      return lookUp(part.heads, key, offset, hash);
    } finally {
      Internals.unlock(part, Part.LOCK);
    }
  }

  /** Whether there may be an entry with a hash; false is certain. */
  final boolean mayHave(int hash) {
    long[] filter = parts[hash & (PARTS - 1)].filter;
    return (filter[(hash >>> 12) & (filter.length - 1)] >>> (hash >>> 6) & 1) != 0;
  }

  private static void enter(long[] filter, int hash) {
    filter[(hash >>> 12) & (filter.length - 1)] |= 1L << (hash >>> 6);
  }

  private static @Nullable WeakEntry lookUp(
      @Nullable WeakEntry[] heads, Object key, long offset, int hash) {
    for (WeakEntry e = heads[bucket(hash, heads.length)]; e != null; e = e.next) {
      if (e.hash == hash && e.is(key, offset)) {
        return e;
      }
    }
    return null;
  }

  private static int bucket(int hash, int length) {
    return (hash >>> 6) & (length - 1);
  }

  private void add(Part part, WeakEntry e) {
    @Nullable WeakEntry[] heads = part.heads;
    if (part.size >= heads.length) {
      heads = rebuild(part, heads);
    }
    enter(part.filter, e.hash);
    int b = bucket(e.hash, heads.length);
    e.next = heads[b];
    Internals.U.storeFence(); // the entry is complete before it can be found
    heads[b] = e;
    part.size++;
  }

  /**
   * Drops what is dead; doubles the heads if they are fewer than twice the living, halves them if
   * they are many more: as many as there are, as many are searched before each has been once.
   */
  @DontInline
  private @Nullable WeakEntry[] rebuild(Part part, @Nullable WeakEntry[] heads) {
    int odd = part.version + 1; // only the holder of the lock writes it
    part.version = odd;
    int live = 0;
    for (WeakEntry head : heads) {
      for (WeakEntry e = head; e != null; e = e.next) {
        live += e.refersTo(null) ? 0 : 1;
      }
    }
    int length = heads.length;
    if (live > length / 2) {
      length *= 2;
    } else if (live < length / FEW && length > LEAST) {
      length /= 2;
    }
    @Nullable WeakEntry[] fresh = new WeakEntry[length];
    long[] filter = new long[length / HEADS_PER_WORD];
    int size = 0;
    for (WeakEntry head : heads) {
      for (WeakEntry e = head; e != null; ) {
        WeakEntry next = e.next;
        if (!e.refersTo(null)) {
          int b = bucket(e.hash, length);
          e.next = fresh[b];
          fresh[b] = e;
          enter(filter, e.hash);
          size++;
        } else {
          dropped(e);
        }
        e = next;
      }
    }
    part.size = size;
    part.filter = filter;
    part.heads = fresh;
    part.version = odd + 1;
    return fresh;
  }
}
