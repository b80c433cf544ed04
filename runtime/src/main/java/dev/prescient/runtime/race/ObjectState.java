package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Modifier;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's calls of methods of JDK objects that are not thread-safe:
 * collections and their views and iterators, StringBuilder, formats, digests and the like. The
 * state of such an object is one variable, which a method reads or writes; what synchronisation the
 * JDK does inside is seen as everywhere.
 *
 * <p>A call whose receiver turns out to be thread-safe, or whose method the application overrides,
 * is no access.
 *
 * <p>State: a thread's last call into a synchronised wrapper is noted in its {@link ThreadState}:
 * the hooks inside the wrapper, where its lock is held, take the site from there.
 */
public final class ObjectState {
  /** Stands for the field's id where the variable is the whole state of an object. */
  public static final int WHOLE = -1;

  private ObjectState() {}

  /**
   * A method that reads is about to be called.
   *
   * @param o the receiver
   * @param method its name; null if the call cannot end in an overriding method
   * @param site of the call; 0 if it is not to be checked
   */
  @DontInline
  public static void read(@Nullable Object o, @Nullable String method, int site) {
    if (o != null) {
      ThreadState t = ThreadState.current();
      ObjectClass k = ObjectClass.of(o, t);
      if (k.kind == ObjectClass.STATE) {
        if (ObjectShadow.of(o, t).read != t.epoch && k.inherits(method)) {
          access(o, o, WHOLE, site, false, t);
        }
      } else if (k.kind != ObjectClass.OTHER) {
        follow(o, k, method, site, false, t);
      }
    }
  }

  /** A method that writes is about to be called; parameters as in {@link #read}. */
  @DontInline
  public static void write(@Nullable Object o, @Nullable String method, int site) {
    if (o != null) {
      ThreadState t = ThreadState.current();
      ObjectClass k = ObjectClass.of(o, t);
      if (k.kind == ObjectClass.STATE) {
        if (ObjectShadow.of(o, t).write != t.epoch && k.inherits(method)) {
          access(o, o, WHOLE, site, true, t);
        }
      } else if (k.kind != ObjectClass.OTHER) {
        follow(o, k, method, site, true, t);
      }
    }
  }

  /** A map's entry is about to be read: a write where that changes the order of the entries. */
  public static void readEntry(@Nullable Object o, @Nullable String method, int site) {
    if (o != null && ObjectClass.of(o, ThreadState.current()).reorders(o)) {
      write(o, method, site);
    } else {
      read(o, method, site);
    }
  }

  /** A calendar's fields are about to be read: a write if they have to be computed. */
  public static void readFields(@Nullable Object o, @Nullable String method, int site) {
    if (o != null && ObjectClass.of(o, ThreadState.current()).computes(o, true)) {
      write(o, method, site);
    } else {
      read(o, method, site);
    }
  }

  /** A calendar's time is about to be read: a write if it has to be computed. */
  public static void readTime(@Nullable Object o, @Nullable String method, int site) {
    if (o != null && ObjectClass.of(o, ThreadState.current()).computes(o, false)) {
      write(o, method, site);
    } else {
      read(o, method, site);
    }
  }

  /**
   * A method that reads and may write is about to be called.
   *
   * @return what {@link #changed} and {@link #updated} need to know
   */
  public static int before(@Nullable Object o, @Nullable String method, int site) {
    read(o, method, site);
    return version(o);
  }

  /** Such a method has returned. It wrote if elements came or went. */
  public static void changed(@Nullable Object o, int before, @Nullable String method, int site) {
    if (version(o) != before) {
      write(o, method, site);
    }
  }

  /** Such a method has returned. It wrote if it also says so by its result. */
  public static void updated(
      @Nullable Object result, @Nullable Object o, int before, @Nullable String method, int site) {
    if (result != null || version(o) != before) {
      write(o, method, site);
    }
  }

  /** As {@link #updated}, with a result that is not a reference. */
  public static void updated(
      boolean result, @Nullable Object o, int before, @Nullable String method, int site) {
    if (result || version(o) != before) {
      write(o, method, site);
    }
  }

  private static int version(@Nullable Object o) {
    ThreadState t = ThreadState.current();
    Object root = o == null ? null : root(o, t);
    return root == null ? 0 : ObjectClass.of(root, t).version(root);
  }

  /** Whether a collection is known to have elements. */
  static boolean hasElements(Object o) {
    ThreadState t = ThreadState.current();
    Object root = root(o, t);
    return root != null && ObjectClass.of(root, t).size(root) > 0;
  }

  /**
   * The site of the call of a synchronised wrapper's method, for the hooks inside it.
   *
   * @param wrapper whose code runs
   * @return the site, or 0 if the call does not come from the application
   */
  public static int site(Object wrapper) {
    ThreadState t = ThreadState.current();
    return t.callee == wrapper ? t.calleeSite : 0;
  }

  /** The class under whose name an object's state is reported: one that the program can name. */
  public static Class<?> reported(Object o) {
    ThreadState t = ThreadState.current();
    Object root = root(o, t);
    Class<?> named = root == null ? null : ObjectShadow.of(root, t).named;
    Class<?> c = named != null ? named : (root == null ? o : root).getClass();
    Class<?> shown = c;
    while (!canBeNamed(shown) && shown.getSuperclass() != null) {
      shown = shown.getSuperclass();
    }
    return shown == Object.class ? c : shown;
  }

  private static boolean canBeNamed(Class<?> c) {
    return !ObjectClass.isPlatform(c)
        || (Modifier.isPublic(c.getModifiers()) && c.getModule().isExported(c.getPackageName()));
  }

  /** What an object shows the state of: itself, or what it follows; null if that is not checked. */
  private static @Nullable Object root(Object o, ThreadState t) {
    Object x = o;
    while (x != null) {
      ObjectClass k = ObjectClass.of(x, t);
      if (k.kind == ObjectClass.STATE) {
        return x;
      }
      x = k.kind == ObjectClass.OTHER || k.kind == ObjectClass.GUARD ? null : k.next(x);
    }
    return null;
  }

  /** The next object on the way from one to the state that it shows, or null. */
  static @Nullable Object next(Object o, ThreadState t) {
    ObjectClass k = ObjectClass.of(o, t);
    return k.kind == ObjectClass.OTHER || k.kind == ObjectClass.STATE ? null : k.next(o);
  }

  @DontInline
  private static void follow(
      Object o,
      ObjectClass first,
      @Nullable String method,
      int site,
      boolean writes,
      ThreadState t) {
    if (!first.inherits(method)) {
      return;
    }
    if (first.kind == ObjectClass.ELEMENTS) {
      ElementState.read(o, first, method, site, t);
      return;
    }
    Class<?> named = null;
    Object x = o;
    ObjectClass k = first;
    while (k.kind != ObjectClass.STATE) {
      if (k.kind == ObjectClass.GUARD) {
        t.callee = x;
        t.calleeSite = site;
        return;
      }
      if (k.kind == ObjectClass.ELEMENTS) {
        if (first.isFirstStage(o)) {
          ElementState.readStream(x, k, method, site);
        }
        return;
      }
      if (k.kind == ObjectClass.OTHER) {
        return;
      }
      named = k.names ? x.getClass() : named;
      x = k.next(x);
      if (x == null) {
        return;
      }
      k = ObjectClass.of(x, t);
      if (!k.inherits(method)) { // what it does then, with which lock, is the application's
        return;
      }
    }
    ObjectShadow s = ObjectShadow.of(x, t);
    if ((writes ? s.write : s.read) != t.epoch) {
      if (named != null) {
        s.named = named;
      }
      access(o, x, WHOLE, site, writes, t);
    }
  }

  /**
   * An access of an object's state.
   *
   * @param o through which it was reached
   * @param root whose state it is
   * @param variable {@link #WHOLE} or {@link IteratorState#POSITION}
   */
  @DontInline
  static void access(Object o, Object root, int variable, int site, boolean writes, ThreadState t) {
    if (site == 0 || t.busy > 0 || !FastTrack.isOn()) {
      return;
    }
    t.busy++;
    try {
      ObjectShadow s = ObjectShadow.of(root, t);
      if (writes) {
        Rules.write(s, ObjectShadow.W, ObjectShadow.R, ObjectShadow.S, o, variable, 0, site, t);
      } else {
        Rules.read(s, ObjectShadow.W, ObjectShadow.R, ObjectShadow.S, o, variable, 0, site, t);
      }
    } catch (Throwable e) { // a hook never throws
      FastTrack.fail(e);
    } finally {
      t.busy--;
    }
  }
}
