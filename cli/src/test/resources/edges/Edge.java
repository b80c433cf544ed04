import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.SynchronousQueue;

/** A pair of constructs: what two threads do about the variable {@code x} of a subclass. */
abstract class Edge {
  abstract void write() throws Throwable;

  abstract void read() throws Throwable;

  /** Uses a value, so that what computes it is not removed. */
  static void use(Object o) {
    if (o == Edge.class) {
      throw new IllegalStateException();
    }
  }

  static void use(long n) {
    if (n == Long.MIN_VALUE) {
      throw new IllegalStateException();
    }
  }

  static void use(boolean b) {
    use(b ? 1 : 0);
  }

  static VarHandle handle(Class<?> c, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(c, MethodHandles.lookup()).findVarHandle(c, "v", type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static void tell(SynchronousQueue<Object> q) {
    try {
      q.put("a");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Hands a thread over without ordering anything. */
  static final class Slot {
    private static final VarHandle THREAD;
    private static final VarHandle TAKEN;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        THREAD = lookup.findVarHandle(Slot.class, "thread", Thread.class);
        TAKEN = lookup.findVarHandle(Slot.class, "taken", boolean.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private Thread thread;
    private boolean taken;

    void putThread(Thread t) {
      THREAD.setOpaque(this, t);
    }

    void putThread() {
      putThread(Thread.currentThread());
    }

    Thread awaitThread() {
      Thread t;
      while ((t = (Thread) THREAD.getOpaque(this)) == null) {
        Thread.onSpinWait();
      }
      return t;
    }

    Thread takeThread() {
      Thread t = awaitThread();
      TAKEN.setOpaque(this, true);
      return t;
    }

    void awaitTaken() {
      while (!(boolean) TAKEN.getOpaque(this)) {
        Thread.onSpinWait();
      }
    }
  }
}
