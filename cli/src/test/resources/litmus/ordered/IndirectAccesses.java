import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.concurrent.atomic.*;

/** Reflection, VarHandles, method handles and Unsafe that hand over plain data. */
public class IndirectAccesses {
  static class Data {
    volatile int flag;
    int plain;
    int data;
    volatile Object box;

    void fill(int n) {
      data = n;
    }
  }

  static final VarHandle PLAIN;
  static final MethodHandle GET_FLAG;
  static final MethodHandle SET_FLAG;
  static final Field FLAG;
  static final Field DATA;
  static final sun.misc.Unsafe UNSAFE;
  static final long FLAG_AT;
  static final long PLAIN_AT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PLAIN = lookup.findVarHandle(Data.class, "plain", int.class);
      GET_FLAG = lookup.findGetter(Data.class, "flag", int.class);
      SET_FLAG = lookup.findSetter(Data.class, "flag", int.class);
      FLAG = Data.class.getDeclaredField("flag");
      DATA = Data.class.getDeclaredField("data");
      Field theUnsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
      theUnsafe.setAccessible(true);
      UNSAFE = (sun.misc.Unsafe) theUnsafe.get(null);
      FLAG_AT = UNSAFE.objectFieldOffset(FLAG);
      PLAIN_AT = UNSAFE.objectFieldOffset(Data.class.getDeclaredField("plain"));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  interface Step {
    int get(Data d) throws Throwable;
  }

  interface Put {
    void put(Data d, int n) throws Throwable;
  }

  public static void main(String[] args) throws Exception {
    pingPong((d, n) -> d.flag = n, d -> d.flag);
    pingPong((d, n) -> FLAG.setInt(d, n), d -> FLAG.getInt(d));
    pingPong((d, n) -> FLAG.set(d, n), d -> (Integer) FLAG.get(d));
    pingPong((d, n) -> { SET_FLAG.invokeExact(d, n); }, d -> (int) GET_FLAG.invokeExact(d));
    pingPong((d, n) -> { SET_FLAG.invoke(d, (Integer) n); }, d -> (int) (Object) GET_FLAG.invoke(d));
    pingPong((d, n) -> PLAIN.setRelease(d, n), d -> (int) PLAIN.getAcquire(d));
    pingPong((d, n) -> PLAIN.setVolatile(d, n), d -> (int) PLAIN.getVolatile(d));
    pingPong((d, n) -> UNSAFE.putIntVolatile(d, FLAG_AT, n), d -> UNSAFE.getIntVolatile(d, FLAG_AT));
    pingPong((d, n) -> UNSAFE.putOrderedInt(d, PLAIN_AT, n), d -> UNSAFE.getIntVolatile(d, PLAIN_AT));
    pingPong((d, n) -> d.flag = n, d -> FLAG.getInt(d));
    pingPong((d, n) -> FLAG.setInt(d, n), d -> UNSAFE.getIntVolatile(d, FLAG_AT));
    Data own = new Data();
    Litmus.together(
        () -> {
          synchronized (own) {
            DATA.setInt(own, 1 + DATA.getInt(own));
            PLAIN.set(own, 1 + (int) PLAIN.get(own));
          }
        },
        () -> {
          synchronized (own) {
            own.data++;
            own.plain++;
          }
        });
  }

  static void pingPong(Put put, Step get) throws Exception {
    Data d = new Data();
    Litmus.together(
        () -> {
          for (int i = 0; i < 60; i += 2) {
            while (get.get(d) != i) {
              Thread.yield();
            }
            d.fill(i);
            put.put(d, i + 1);
          }
        },
        () -> {
          for (int i = 1; i < 60; i += 2) {
            while (get.get(d) != i) {
              Thread.yield();
            }
            d.fill(i);
            put.put(d, i + 1);
          }
        });
  }
}
