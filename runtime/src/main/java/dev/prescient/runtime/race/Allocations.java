package dev.prescient.runtime.race;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import org.jspecify.annotations.Nullable;

/**
 * Where an object or array of the application was made, kept on request ({@code allocations=true}).
 *
 * <p>State: set when it is made. {@code stacks} counts the stacks taken, a lost update is one more.
 */
public final class Allocations extends WeakEntry {
  /** Stacks kept in a run; objects made later have their place only. */
  private static final int STACKS = 1 << 17;

  private static int stacks;

  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new Allocations(key, offset, hash);
    }
  }

  /** Creation path of the thread that made it. */
  public @Nullable String path;

  /** Where. */
  public int site;

  /** The stack of that thread then, or null if there were too many. */
  public @Nullable Throwable stack;

  private Allocations(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  /** An object was made, its constructor is over. */
  public static void made(@Nullable Object o, int site) {
    ThreadState t = ThreadState.current();
    if (o == null || t.busy > 0 || !HappensBefore.isOn()) {
      return;
    }
    t.busy++;
    try {
      note(o, site, t, stacks < STACKS ? new Throwable() : null);
      stacks++;
    } catch (Throwable e) { // a hook never throws
      FastTrack.fail(e);
    } finally {
      t.busy--;
    }
  }

  private static void note(Object o, int site, ThreadState t, @Nullable Throwable stack) {
    Allocations a = (Allocations) Table.ALL.find(o, 0, WeakTable.hash(o, 0));
    a.path = t.path;
    a.site = site;
    a.stack = stack;
    if (o instanceof Object[] array) {
      for (Object element : array) { // of several dimensions, made at once
        if (element != null && element.getClass().isArray()) {
          note(element, site, t, stack);
        }
      }
    }
  }

  /** Where an object was made; null if that was not seen. */
  public static @Nullable Allocations of(Object o) {
    return (Allocations) Table.ALL.peek(o, 0, WeakTable.hash(o, 0));
  }
}
