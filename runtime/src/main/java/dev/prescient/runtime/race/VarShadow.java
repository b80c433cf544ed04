package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;

/**
 * The shadow of one field of one object whose class has no shadow fields: it was loaded before the
 * agent, or could not be woven.
 *
 * <p>State: the words are written with the variable locked ({@link Rules}).
 */
final class VarShadow extends WeakEntry {
  /** All of them, by object and id of the field. */
  static final class Table extends WeakTable {
    private static final Table ALL = new Table();

    private Table() {}

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new VarShadow(key, offset, hash);
    }

    static VarShadow of(Object key, long offset) {
      return (VarShadow) ALL.find(key, offset, hash(key, offset));
    }
  }

  static final long W = Internals.offset(VarShadow.class, "write");
  static final long R = Internals.offset(VarShadow.class, "read");
  static final long S = Internals.offset(VarShadow.class, "sites");

  @SuppressWarnings("unused") // used through its offset
  private long write;

  @SuppressWarnings("unused") // used through its offset
  private long read;

  @SuppressWarnings("unused") // used through its offset
  private long sites;

  private VarShadow(Object key, long offset, int hash) {
    super(key, offset, hash);
  }
}
