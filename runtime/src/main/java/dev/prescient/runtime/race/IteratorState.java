package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's calls of iterators, enumerations and spliterators that
 * other threads may reach. The position of one is a variable beside the state of the collection
 * that it shows. Those that never leave a method have no position that is checked, and their calls
 * the hooks of {@link ObjectState}.
 */
public final class IteratorState {
  /** Stands for the field's id where the variable is an iterator's position. */
  public static final int POSITION = -2;

  private IteratorState() {}

  /**
   * A method is about to be called that looks whether there is more, as {@code hasNext}; parameters
   * as in {@link ObjectState#read}.
   */
  public static void look(@Nullable Object o, @Nullable String method, int site) {
    position(o, method, site, false);
  }

  /** A method is about to be called that moves on. */
  public static void advance(@Nullable Object o, @Nullable String method, int site) {
    position(o, method, site, true);
    ObjectState.read(o, method, site);
  }

  /** A method is about to be called that changes the collection and the position. */
  public static void change(@Nullable Object o, @Nullable String method, int site) {
    position(o, method, site, true);
    ObjectState.write(o, method, site);
  }

  /** A method is about to be called that changes the element at the position. */
  public static void replace(@Nullable Object o, @Nullable String method, int site) {
    position(o, method, site, false);
    ObjectState.write(o, method, site);
  }

  /** The type under whose name an iterator is reported. */
  public static Class<?> reported(Object o) {
    return o instanceof Iterator
        ? Iterator.class
        : o instanceof Enumeration ? Enumeration.class : Spliterator.class;
  }

  private static void position(
      @Nullable Object o, @Nullable String method, int site, boolean writes) {
    ThreadState t = ThreadState.current();
    Object x = o;
    while (x != null) {
      ObjectClass k = ObjectClass.of(x, t);
      if (!k.inherits(method)) { // what it does then, with which lock, is the application's
        return;
      }
      if (k.moves) {
        ObjectShadow s = ObjectShadow.of(x, t);
        if ((writes ? s.write : s.read) != t.epoch) {
          ObjectState.access(x, x, POSITION, site, writes, t);
        }
        return;
      }
      x = k.mover(x);
    }
  }
}
