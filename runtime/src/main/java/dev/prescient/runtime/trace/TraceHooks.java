package dev.prescient.runtime.trace;

import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Records what a run cannot be recomputed from: method entries with their arguments, values that
 * fields, array elements, calls and the like gave, writes done, exceptions caught. The rest, locals
 * and operand stack, is recovered from the bytecode. One list for all threads, in the order of the
 * events; docs/trace-format.md has the encoding.
 *
 * <p>A place is a method's number and the index of an instruction among its real ones.
 *
 * <p>State: {@code on} is set by {@link #start} and cleared by {@link #stop}; all else is guarded
 * by {@code LOCK}, which is held for a moment only.
 */
public final class TraceHooks {
  /** Takes the events, a block at a time. */
  public interface Sink {
    /**
     * Takes a block; the array is used again afterwards. Called on the program's threads with their
     * hooks off, one at a time.
     */
    void block(byte[] bytes, int length);
  }

  /** Another thread goes on: path, threads it has started. */
  public static final int SWITCH = 1;

  /** The running thread has started threads: how many in all. */
  public static final int CHILDREN = 2;

  /** A class is mentioned first: number, name. */
  public static final int CLASS = 3;

  /** An object is mentioned first: number, number of its class, length + 1 of an array or 0. */
  public static final int OBJECT = 4;

  /** A method begins: method. Its arguments follow. */
  public static final int ENTER = 5;

  /** An argument of the method entered last: kind, value. */
  public static final int ARGUMENT = 6;

  /** An instruction gave a value: method, index, kind, value. */
  public static final int VALUE = 7;

  /** An instruction is done: method, index. */
  public static final int DONE = 8;

  /** A handler begins: method, index of its first instruction, object. */
  public static final int CAUGHT = 9;

  private static final int BLOCK = 1 << 16;
  private static final int LONGEST_EVENT = 64;
  private static final Object LOCK = new Object();
  private static final ObjectIds IDS = new ObjectIds();

  private static boolean on;
  private static @Nullable Sink sink;
  private static byte[] buffer = new byte[BLOCK];
  private static int length;
  private static int objects;
  private static @Nullable ThreadState last;
  private static int lastChildren;

  private TraceHooks() {}

  /** Turns the hooks on. */
  public static void start(Sink to) {
    synchronized (LOCK) {
      sink = to;
      on = true;
    }
  }

  /** Turns the hooks off and hands over what is left. */
  public static void stop() {
    synchronized (LOCK) {
      on = false;
      flush();
      sink = null;
    }
  }

  /** A method begins. */
  public static void enter(int method) {
    ThreadState t = enabled();
    if (t != null) {
      t.busy++;
      try {
        synchronized (LOCK) {
          event(t, ENTER);
          number(method);
        }
      } finally {
        t.busy--;
      }
    }
  }

  /** An {@code int}, {@code short}, {@code char}, {@code byte} or {@code boolean} argument. */
  public static void argument(int value) {
    argument('I', value, null);
  }

  public static void argument(long value) {
    argument('J', value, null);
  }

  public static void argument(float value) {
    argument('F', Float.floatToRawIntBits(value), null);
  }

  public static void argument(double value) {
    argument('D', Double.doubleToRawLongBits(value), null);
  }

  public static void argument(@Nullable Object value) {
    argument('L', 0, value);
  }

  private static void argument(char kind, long bits, @Nullable Object reference) {
    ThreadState t = enabled();
    if (t != null) {
      t.busy++;
      try {
        synchronized (LOCK) {
          long value = kind == 'L' ? id(reference) : bits;
          event(t, ARGUMENT);
          value(kind, value);
        }
      } finally {
        t.busy--;
      }
    }
  }

  /** An instruction gave a value of an {@code int} or a smaller type. */
  public static void value(int value, int method, int index) {
    value('I', value, null, method, index);
  }

  public static void value(long value, int method, int index) {
    value('J', value, null, method, index);
  }

  public static void value(float value, int method, int index) {
    value('F', Float.floatToRawIntBits(value), null, method, index);
  }

  public static void value(double value, int method, int index) {
    value('D', Double.doubleToRawLongBits(value), null, method, index);
  }

  public static void value(@Nullable Object value, int method, int index) {
    value('L', 0, value, method, index);
  }

  private static void value(
      char kind, long bits, @Nullable Object reference, int method, int index) {
    ThreadState t = enabled();
    if (t != null) {
      t.busy++;
      try {
        synchronized (LOCK) {
          long value = kind == 'L' ? id(reference) : bits;
          event(t, VALUE);
          number(method);
          number(index);
          value(kind, value);
        }
      } finally {
        t.busy--;
      }
    }
  }

  /** A store, a call without a result or a cast is done. */
  public static void done(int method, int index) {
    ThreadState t = enabled();
    if (t != null) {
      t.busy++;
      try {
        synchronized (LOCK) {
          event(t, DONE);
          number(method);
          number(index);
        }
      } finally {
        t.busy--;
      }
    }
  }

  /** A handler begins. */
  public static void caught(Object exception, int method, int index) {
    ThreadState t = enabled();
    if (t != null) {
      t.busy++;
      try {
        synchronized (LOCK) {
          int id = id(exception);
          event(t, CAUGHT);
          number(method);
          number(index);
          number(id);
        }
      } finally {
        t.busy--;
      }
    }
  }

  private static @Nullable ThreadState enabled() {
    if (!on) {
      return null;
    }
    ThreadState t = ThreadState.current();
    return t.busy == 0 ? t : null;
  }

  private static void event(ThreadState t, int kind) {
    if (length > BLOCK - LONGEST_EVENT) {
      flush();
    }
    if (t != last) {
      last = t;
      lastChildren = t.children;
      buffer[length++] = SWITCH;
      text(t.path);
      number(t.children);
    } else if (t.children != lastChildren) {
      lastChildren = t.children;
      buffer[length++] = CHILDREN;
      number(t.children);
    }
    buffer[length++] = (byte) kind;
  }

  /** The number of an object, announced if it is new; 0 for null. */
  private static int id(@Nullable Object o) {
    if (o == null) {
      return 0;
    }
    ObjectIds.Entry e = IDS.of(o);
    if (e.id == 0) {
      Class<?> c = o.getClass();
      ObjectIds.Entry type = IDS.of(c);
      if (type.id == 0) {
        type.id = ++objects;
        room();
        buffer[length++] = CLASS;
        number(type.id);
        text(c.getName());
      }
      if (e.id == 0) { // not the class of itself
        e.id = ++objects;
        room();
        buffer[length++] = OBJECT;
        number(e.id);
        number(type.id);
        number(c.isArray() ? Array.getLength(o) + 1L : 0);
      }
    }
    return e.id;
  }

  private static void room() {
    if (length > BLOCK - LONGEST_EVENT) {
      flush();
    }
  }

  private static void value(char kind, long value) {
    buffer[length++] = (byte) kind;
    number((value << 1) ^ (value >> 63));
  }

  /** Seven bits a byte, the lowest first. */
  private static void number(long n) {
    long rest = n;
    while ((rest & ~0x7FL) != 0) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  private static void text(String s) {
    int n = s.length();
    number(n);
    for (int i = 0; i < n; i++) {
      room(); // a block may end within a text
      number(s.charAt(i));
    }
  }

  private static void flush() {
    Sink to = sink;
    if (to != null && length > 0) {
      to.block(buffer, length);
    }
    length = 0;
  }
}
