import java.lang.invoke.*;
import java.lang.reflect.*;

/** Plain accesses by reflection, VarHandles, method handles and Unsafe. */
public class IndirectRaces {
  static class Data {
    int a;
    int b;
    long c;
    String d = "";
    int e;
    int f;
    int g;
    static int s;
    static int u;
  }

  static final VarHandle A;
  static final VarHandle S;
  static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
  static final MethodHandle GET_B;
  static final MethodHandle SET_U;
  static final Field C;
  static final Field D;
  static final sun.misc.Unsafe UNSAFE;
  static final long F;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      A = lookup.findVarHandle(Data.class, "a", int.class);
      S = lookup.findStaticVarHandle(Data.class, "s", int.class);
      GET_B = lookup.findGetter(Data.class, "b", int.class);
      SET_U = lookup.findStaticSetter(Data.class, "u", int.class);
      C = Data.class.getDeclaredField("c");
      D = Data.class.getDeclaredField("d");
      Field theUnsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
      theUnsafe.setAccessible(true);
      UNSAFE = (sun.misc.Unsafe) theUnsafe.get(null);
      F = UNSAFE.objectFieldOffset(Data.class.getDeclaredField("f"));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws Exception {
    Data x = new Data();
    int[] array = new int[8];
    Integer[] boxes = new Integer[4];
    Litmus.inTurn(
        () -> A.set(x, 1), // race: IndirectRaces$Data.a
        () -> Litmus.use(x.a)); // race: IndirectRaces$Data.a
    Litmus.inTurn(
        () -> Data.s = 2, // race: IndirectRaces$Data.s
        () -> Litmus.use((int) S.get())); // race: IndirectRaces$Data.s
    Litmus.inTurn(
        () -> ELEMENTS.set(array, 3, 1), // race: int[]
        () -> Litmus.use(array[3])); // race: int[]
    Litmus.inTurn(
        () -> x.b = 1, // race: IndirectRaces$Data.b
        () -> Litmus.use((int) GET_B.invokeExact(x))); // race: IndirectRaces$Data.b
    Litmus.inTurn(
        () -> { SET_U.invokeExact(3); }, // race: IndirectRaces$Data.u
        () -> Litmus.use(Data.u)); // race: IndirectRaces$Data.u
    Litmus.inTurn(
        () -> C.setLong(x, 4), // race: IndirectRaces$Data.c
        () -> C.set(x, 5L)); // race: IndirectRaces$Data.c
    Litmus.inTurn(
        () -> D.set(x, "y"), // race: IndirectRaces$Data.d
        () -> Litmus.use(x.d)); // race: IndirectRaces$Data.d
    Litmus.inTurn(
        () -> Array.setInt(array, 5, 1), // race: int[]
        () -> Litmus.use(Array.get(array, 5))); // race: int[]
    Litmus.inTurn(
        () -> boxes[1] = 1, // race: java.lang.Integer[]
        () -> Litmus.use(Array.get(boxes, 1))); // race: java.lang.Integer[]
    Litmus.inTurn(
        () -> UNSAFE.putInt(x, F, 1), // race: IndirectRaces$Data.f
        () -> Litmus.use(x.f)); // race: IndirectRaces$Data.f
    Litmus.inTurn(
        () -> UNSAFE.putInt(array, sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET + 24L, 1), // race: int[]
        () -> Litmus.use(array[6])); // race: int[]
  }
}
