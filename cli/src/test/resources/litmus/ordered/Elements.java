import java.nio.*;
import java.util.*;
import java.util.concurrent.*;

/** Arrays accessed through lists and buffers, each thread its own elements or in order. */
public class Elements {
  public static void main(String[] args) throws Exception {
    lists();
    buffers();
    compared();
    sameKind();
    given();
  }

  static void lists() throws Exception {
    Integer[] array = new Integer[64];
    List<Integer> list = Arrays.asList(array);
    Litmus.Body[] parts = new Litmus.Body[4];
    for (int p = 0; p < parts.length; p++) {
      int first = p * 16;
      parts[p] =
          () -> {
            for (int i = first; i < first + 16; i++) {
              list.set(i, i);
              Litmus.use(list.get(i));
              array[i]++;
            }
          };
    }
    Litmus.together(parts);
    Litmus.use(list.toString() + list.contains(3) + new ArrayList<>(list));
    Litmus.Body reader =
        () -> {
          for (int n : list) {
            Litmus.use(n);
          }
          Litmus.use(list.toArray());
        };
    Litmus.together(reader, reader);
    Collections.sort(list);
  }

  static void buffers() throws Exception {
    byte[] bytes = new byte[64];
    ByteBuffer whole = ByteBuffer.wrap(bytes);
    Litmus.together(
        () -> {
          ByteBuffer own = whole.duplicate();
          own.limit(32);
          while (own.remaining() >= 8) {
            own.putLong(1);
          }
          try {
            own.putLong(2);
          } catch (BufferOverflowException expected) {
            Litmus.use(expected);
          }
        },
        () -> {
          for (int i = 32; i < 64; i += 4) {
            whole.putInt(i, i);
            Litmus.use(whole.getInt(i));
          }
        },
        () -> {
          ByteBuffer direct = ByteBuffer.allocateDirect(8);
          direct.putInt(1).flip();
          Litmus.use(direct.getInt());
        });
    Litmus.use(whole.getInt(0) + bytes[40]);
    BlockingQueue<ByteBuffer> queue = new ArrayBlockingQueue<>(1);
    ByteBuffer sent = ByteBuffer.allocate(16);
    Litmus.together(
        () -> {
          sent.putInt(5).flip();
          queue.put(sent);
        },
        () -> Litmus.use(queue.take().getInt()));
  }

  /** Elements behind the first difference are not read, nor those of arrays of other lengths. */
  static void compared() throws Exception {
    int[] a = {1, 2, 3, 4};
    byte[] password = {1, 2};
    int[][] grid = {{1}, {2}};
    Litmus.together(
        () -> {
          a[3] = 9;
          password[1] = 3;
        },
        () -> {
          Litmus.use(Arrays.mismatch(a, new int[] {1, 5, 3, 4}));
          Litmus.use(Arrays.equals(password, new byte[] {1, 2, 3}));
          Litmus.use(Arrays.equals(a, 0, 3, new int[] {1, 2, 3}, 0, 3));
          Litmus.use(Arrays.equals(a, a));
          Litmus.use(Arrays.compare(a, 0, 2, new int[] {1, 2, 3}, 0, 3));
        });
    Litmus.Body reader =
        () ->
            Litmus.use(
                Arrays.deepToString(grid)
                    + Arrays.deepHashCode(grid)
                    + Arrays.deepEquals(grid, new int[][] {{1}, {2}}));
    Litmus.together(reader, reader);
    grid[0][0] = 3;
    Arrays.parallelPrefix(a, Integer::sum);
  }

  /** What another collection does not look at. */
  static void sameKind() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1));
    List<Integer> none = new ArrayList<>();
    Litmus.together(
        () -> list.add(2),
        () -> {
          Set<Integer> set = new HashSet<>();
          Litmus.use(set.equals(list));
          Litmus.use(none.removeAll(list));
          Litmus.use(new LinkedList<>().retainAll(list));
        });
    List<Integer> own = new ArrayList<>(List.of(1, 2, 3));
    List<Integer> all = Collections.synchronizedList(new ArrayList<>(List.of(2)));
    Litmus.together(
        () -> all.add(3),
        () -> {
          own.removeAll(all);
          own.retainAll(all);
          synchronized (all) { // its iterator takes no lock
            Litmus.use(own.equals(all));
          }
        });
  }

  /** Ranges of arrays that methods are given, and streams that read a part. */
  static void given() throws Exception {
    byte[] bytes = {'a', 'b', 'c', 'd'};
    int[] numbers = {1, 2, 3, 4};
    Integer[] boxed = {1, 2, 3, 4};
    Semaphore written = new Semaphore(0);
    Litmus.together(
        () -> {
          bytes[3] = 'e';
          numbers[3] = 5;
          boxed[3] = 6;
          written.release();
        },
        () -> {
          Litmus.use(new String(bytes, 0, 3) + Arrays.stream(numbers, 0, 3).sum());
          ByteBuffer.allocate(8).put(bytes, 1, 2);
          try {
            Litmus.use(new String(bytes, 2, 9));
          } catch (IndexOutOfBoundsException expected) {
            Litmus.use(expected);
          }
          Litmus.use(Arrays.stream(boxed).limit(2).toArray());
          Arrays.stream(boxed)
              .forEach(
                  i -> {
                    if (i == 3) {
                      written.acquireUninterruptibly();
                    }
                  });
        });
    Litmus.use(Arrays.stream(boxed).toList() + new String(bytes) + Arrays.stream(numbers).max());
    Litmus.use(Arrays.stream(numbers).parallel().sum());
  }
}
