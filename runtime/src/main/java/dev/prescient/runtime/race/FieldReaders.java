package dev.prescient.runtime.race;

import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.util.Arrays;

/**
 * The readers of one field of one object.
 *
 * <p>State: guarded by the lock of the field's shadow.
 */
final class FieldReaders extends WeakEntry implements Readers {
  /** All of them, by object and offset of the field's shadow. */
  static final class Table extends WeakTable {
    private static final Table ALL = new Table();

    private Table() {}

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new FieldReaders(key, offset, hash);
    }

    static FieldReaders of(Object key, long offset) {
      return (FieldReaders) ALL.find(key, offset, hash(key, offset));
    }
  }

  private long[] words = new long[4];

  private FieldReaders(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  @Override
  public long get(int tid, int index) {
    return tid < words.length ? words[tid] : 0;
  }

  @Override
  public void set(int tid, int index, long word) {
    if (tid >= words.length) {
      words = Arrays.copyOf(words, Math.max(tid + 1, words.length * 2));
    }
    words[tid] = word;
  }

  @Override
  public int tids() {
    return words.length;
  }
}
