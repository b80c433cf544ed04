import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Plain data handed to and fro by volatile fields, each written and read in every way there is. */
public class VolatileHandOff extends VolatileHandOffBase {
  static final int ROUNDS = 240;
  static final VarHandle STEP;
  static final VarHandle COMMON;
  static final AtomicIntegerFieldUpdater<VolatileHandOff> UPDATER =
      AtomicIntegerFieldUpdater.newUpdater(VolatileHandOff.class, "step");
  static volatile int common;
  volatile int step;
  long data;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STEP = lookup.findVarHandle(VolatileHandOff.class, "step", int.class);
      COMMON = lookup.findStaticVarHandle(VolatileHandOff.class, "common", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  void give(int n) {
    switch (n % 6) {
      case 0: step = n; break;
      case 1: UPDATER.set(this, n); break;
      case 2: STEP.setVolatile(this, n); break;
      case 3: inherited = n; break;
      case 4: common = n; break;
      default: COMMON.setVolatile(n);
    }
  }

  int look(int n, int way) {
    switch (n % 6) {
      case 0: case 1: case 2:
        return way == 0 ? step : way == 1 ? UPDATER.get(this) : (int) STEP.getVolatile(this);
      case 3: return inherited;
      default: return way == 0 ? common : (int) COMMON.getVolatile();
    }
  }

  void play(int parity) {
    for (int n = 1; n <= ROUNDS; n++) {
      if (n % 2 == parity) {
        data += n;
        give(n);
      } else {
        while (look(n, n / 6 % 3) != n) {
          Thread.yield();
        }
      }
    }
  }

  public static void main(String[] a) throws Exception {
    VolatileHandOff o = new VolatileHandOff();
    Thread t = new Thread(() -> o.play(0), "even");
    t.start();
    o.play(1);
    t.join();
    Idiom.check(o.data == ROUNDS * (ROUNDS + 1) / 2, "data " + o.data);
  }
}

class VolatileHandOffBase {
  volatile int inherited;
}
