import java.nio.*;
import java.util.*;

/** Arrays accessed through lists and buffers, compared, and arrays of arrays. */
public class ElementRaces {
  static Integer[] listed = {1, 2, 3};
  static String[] looped = {"a", "b"};
  static byte[] wrapped = new byte[16];
  static int[][] grid = new int[2][3];
  static byte[] secret = {1, 2, 3};
  static int[] left = {1, 2, 3, 4};
  static long[] summed = {1, 2, 3};
  static int[][] twin = new int[2][2];

  public static void main(String[] args) throws Exception {
    List<Integer> list = Arrays.asList(listed);
    Litmus.inTurn(
        () -> list.set(1, 5), // race: ElementRaces.listed[]
        () -> {
          Litmus.use(list.get(0));
          Litmus.use(listed[1]); // race: ElementRaces.listed[]
        });

    List<String> loop = Arrays.asList(looped);
    Litmus.inTurn(
        () -> looped[1] = "c", // race: ElementRaces.looped[]
        () -> {
          for (String s : loop) { // race: ElementRaces.looped[]
            Litmus.use(s);
          }
        });

    List<String> fixed = Arrays.asList("x", "y");
    Litmus.inTurn(
        () -> fixed.set(0, "z"), // race: java.lang.String[]
        () -> Litmus.use(fixed.get(0))); // race: java.lang.String[]

    ByteBuffer buffer = ByteBuffer.wrap(wrapped);
    Litmus.inTurn(
        () -> buffer.put(3, (byte) 1), // race: ElementRaces.wrapped[]
        () -> Litmus.use(wrapped[3])); // race: ElementRaces.wrapped[]

    ByteBuffer heap = ByteBuffer.allocate(16);
    ByteBuffer half = heap.duplicate();
    half.position(4);
    Litmus.inTurn(
        () -> half.putInt(7), // race: byte[]
        () -> {
          Litmus.use(heap.get(8));
          Litmus.use(heap.getShort(6)); // race: byte[]
        });

    IntBuffer slice = IntBuffer.wrap(new int[8], 2, 4).slice();
    Litmus.inTurn(
        () -> slice.put(1, 5), // race: int[]
        () -> slice.get(1)); // race: int[]

    Litmus.inTurn(
        () -> grid[1][2] = 1, // race: ElementRaces.grid[][]
        () -> Litmus.use(Arrays.deepToString(grid))); // race: ElementRaces.grid[][]

    Litmus.inTurn(
        () -> secret[2] = 1, // race: ElementRaces.secret[]
        () -> Litmus.use(Arrays.equals(secret, new byte[] {1, 2, 1}))); // race: ElementRaces.secret[]

    Litmus.inTurn(
        () -> {
          left[3] = 5;
          left[1] = 9; // race: ElementRaces.left[]
        },
        () -> Litmus.use(Arrays.mismatch(left, new int[] {1, 2, 3, 5}))); // race: ElementRaces.left[]

    Litmus.inTurn(
        () -> Arrays.fill(summed, 4), // race: long[]
        () -> Litmus.use(Arrays.compare(summed, new long[] {2}))); // race: long[]

    Litmus.inTurn(
        () -> twin[0][1] = 0, // race: ElementRaces.twin[][]
        () -> Litmus.use(Arrays.deepEquals(twin, new int[2][2]))); // race: ElementRaces.twin[][]

    int[] streamed = {1, 2, 3, 4};
    Litmus.inTurn(
        () -> {
          streamed[3] = 1;
          streamed[1] = 7; // race: int[]
        },
        () -> Litmus.use(Arrays.stream(streamed, 0, 3).sum())); // race: int[]

    byte[] text = new byte[8];
    Litmus.inTurn(
        () -> text[2] = 'a', // race: byte[]
        () -> Litmus.use(new String(text, 1, 3))); // race: byte[]

    char[] characters = {'a', 'b'};
    Litmus.inTurn(
        () -> characters[1] = 'c', // race: char[]
        () -> Litmus.use(String.valueOf(characters))); // race: char[]

    byte[] sink = new byte[8];
    Litmus.inTurn(
        () -> ByteBuffer.wrap(new byte[4]).get(sink, 2, 3), // race: byte[]
        () -> Litmus.use(sink[4])); // race: byte[]
  }
}
