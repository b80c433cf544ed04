import java.util.*;

/** Methods of the JDK that access ranges of arrays, or all fields of an object. */
public class ArrayMethodRaces {
  static int[] filled = new int[8];
  static long[] part = new long[8];
  static int[] sorted = {3, 1, 2, 0};
  static String[] ordered = {"b", "a", "c"};
  static byte[] grown = new byte[8];
  static char[] cut = new char[8];
  static int[] hashed = new int[4];
  static Integer[] shown = {1, 2};
  static double[] set = new double[4];
  static int[] cloned = new int[4];
  static int[] moved = new int[8];

  static class Data implements Cloneable {
    int a;
    final int b = 1;
    volatile int c;

    Data copy() throws CloneNotSupportedException {
      return (Data) super.clone(); // race: ArrayMethodRaces$Data.a
    }
  }

  public static void main(String[] args) throws Exception {
    Arrays.sort(new int[] {2, 1}); // the first call loads classes
    Litmus.inTurn(
        () -> Arrays.fill(filled, 1), // race: ArrayMethodRaces.filled[]
        () -> Litmus.use(filled[5])); // race: ArrayMethodRaces.filled[]
    Litmus.inTurn(
        () -> Arrays.fill(part, 2, 4, 1), // race: ArrayMethodRaces.part[]
        () -> {
          part[1] = 1;
          part[4] = 1;
          part[3] = 1; // race: ArrayMethodRaces.part[]
        });
    Litmus.inTurn(
        () -> Arrays.sort(sorted), // race: ArrayMethodRaces.sorted[]
        () -> Litmus.use(sorted[0])); // race: ArrayMethodRaces.sorted[]
    Litmus.inTurn(
        () -> Arrays.sort(ordered, 0, 2, Comparator.naturalOrder()), // race: ArrayMethodRaces.ordered[]
        () -> {
          Litmus.use(ordered[2]);
          Litmus.use(ordered[1]); // race: ArrayMethodRaces.ordered[]
        });
    Litmus.inTurn(
        () -> grown[3] = 1, // race: ArrayMethodRaces.grown[]
        () -> Litmus.use(Arrays.copyOf(grown, 16))); // race: ArrayMethodRaces.grown[]
    Litmus.inTurn(
        () -> {
          cut[1] = 1;
          cut[6] = 1; // race: ArrayMethodRaces.cut[]
        },
        () -> Litmus.use(Arrays.copyOfRange(cut, 5, 20))); // race: ArrayMethodRaces.cut[]
    Litmus.inTurn(
        () -> hashed[2] = 1, // race: ArrayMethodRaces.hashed[]
        () -> Litmus.use(Arrays.hashCode(hashed))); // race: ArrayMethodRaces.hashed[]
    Litmus.inTurn(
        () -> shown[1] = 3, // race: ArrayMethodRaces.shown[]
        () -> Litmus.use(Arrays.toString(shown))); // race: ArrayMethodRaces.shown[]
    Litmus.inTurn(
        () -> Arrays.setAll(set, i -> i), // race: ArrayMethodRaces.set[]
        () -> Litmus.use(set[3])); // race: ArrayMethodRaces.set[]
    Litmus.inTurn(
        () -> cloned[3] = 1, // race: ArrayMethodRaces.cloned[]
        () -> Litmus.use(cloned.clone())); // race: ArrayMethodRaces.cloned[]
    Litmus.inTurn(
        () -> System.arraycopy(moved, 0, moved, 4, 2), // race: ArrayMethodRaces.moved[]
        () -> {
          Litmus.use(moved[0]);
          moved[6] = 1;
          Litmus.use(moved[5]); // race: ArrayMethodRaces.moved[]
        });
    Data data = new Data();
    Litmus.inTurn(
        () -> data.a = 1, // race: ArrayMethodRaces$Data.a
        () -> data.copy().a = 2);
  }
}
