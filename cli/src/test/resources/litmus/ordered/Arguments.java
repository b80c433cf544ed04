import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** JDK objects and arrays given to methods of the JDK as they should be. */
public class Arguments {
  /** Locks around whatever another collection asks of it. */
  static class LockedList extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized boolean add(String s) {
      return super.add(s);
    }

    @Override
    public synchronized Object[] toArray() {
      return super.toArray();
    }

    @Override
    public synchronized String toString() {
      return super.toString();
    }

    @Override
    public synchronized int size() {
      return super.size();
    }
  }

  /** Takes a lock before it asks another collection. */
  static class GuardedSink extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean addAll(Collection<? extends String> source) {
      synchronized (source) {
        return super.addAll(source);
      }
    }

    @Override
    public boolean removeAll(Collection<?> gone) {
      synchronized (gone) {
        return super.removeAll(gone);
      }
    }

    @Override
    public boolean equals(Object o) {
      synchronized (o) {
        return super.equals(o);
      }
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }

  public static void main(String[] args) throws Exception {
    readOnly();
    locked();
    wrappers();
    kept();
    arrays();
  }

  static void readOnly() throws Exception {
    List<String> list = new ArrayList<>(List.of("a", "b"));
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    StringBuilder text = new StringBuilder("a");
    int[] numbers = {3, 1, 2};
    Litmus.Body body =
        () -> {
          List<String> own = new ArrayList<>(list);
          own.addAll(list);
          Litmus.use(Objects.equals(own, list));
          Collections.sort(own);
          Litmus.use(own + String.join(",", list) + map + new TreeMap<>(map) + text);
          Litmus.use(Collections.max(list) + String.valueOf(list) + new StringBuilder(text));
          Litmus.use(Arrays.toString(numbers) + Arrays.hashCode(Arrays.copyOf(numbers, 9)));
        };
    Litmus.together(body, body, body);
    list.add("c");
    map.clear();
    Arrays.sort(numbers);
  }

  static void locked() throws Exception {
    LockedList locked = new LockedList();
    List<String> source = new ArrayList<>();
    List<String> sink = new GuardedSink();
    Litmus.together(
        () -> {
          for (int i = 0; i < 100; i++) {
            locked.add("a");
            synchronized (source) {
              source.add("a");
            }
          }
        },
        () -> {
          for (int i = 0; i < 100; i++) {
            List<String> own = new ArrayList<>();
            own.addAll(locked);
            Litmus.use(new LinkedList<>(locked) + "" + locked + Collections.unmodifiableList(locked));
            sink.addAll(source);
            Litmus.use(sink.equals(source));
            sink.removeAll(source);
          }
        });
  }

  static void wrappers() throws Exception {
    List<String> a = Collections.synchronizedList(new ArrayList<>());
    Map<String, Integer> m = Collections.synchronizedMap(new HashMap<>());
    List<String> behind = new ArrayList<>();
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 100; i++) {
            a.add("a");
            m.put("a" + i % 5, i);
            Litmus.use(new ArrayList<>(a) + "" + a + m + new HashMap<>(m) + String.valueOf(a));
            synchronized (a) {
              behind.add("b");
              a.addAll(behind);
              if (a.size() > 200) {
                a.clear();
                behind.clear();
              }
            }
            Litmus.use(String.valueOf(List.of(a.size())));
          }
        };
    Litmus.together(body, body);
    List<String> source = new ArrayList<>(List.of("a"));
    Litmus.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            synchronized (a) {
              source.add("x");
            }
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            a.addAll(source); // which takes the lock of a
          }
        });
  }

  /** Methods that only keep what they are given. */
  static void kept() throws Exception {
    List<String> list = new ArrayList<>();
    Lock lock = new ReentrantLock();
    Litmus.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            lock.lock();
            list.add("a");
            lock.unlock();
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            List<List<String>> outer = new ArrayList<>();
            outer.add(list);
            List<String> view = Collections.unmodifiableList(list);
            Iterator<String> it = List.of("a").iterator();
            Litmus.use("iterator " + it + Objects.requireNonNull(view).getClass());
          }
        });
  }

  static void arrays() throws Exception {
    int[] shared = new int[64];
    CountDownLatch half = new CountDownLatch(1);
    Litmus.together(
        () ->
            Arrays.setAll(
                shared,
                i -> {
                  if (i == 32) {
                    half.countDown();
                  }
                  return i;
                }),
        () -> {
          half.await();
          Litmus.use(shared[31]);
        });
    long[] parts = new long[64];
    Litmus.together(
        () -> Arrays.fill(parts, 0, 32, 1), () -> Arrays.fill(parts, 32, 64, 2));
    Arrays.sort(parts);
    Litmus.use(Arrays.copyOfRange(parts, 10, 200));
    Litmus.use(Arrays.copyOf(parts, 0));
    try {
      Arrays.fill(parts, 60, 70, 1);
    } catch (ArrayIndexOutOfBoundsException expected) {
      Litmus.use(expected);
    }
    int[] sorted = {3, 2, 1};
    CyclicBarrier barrier = new CyclicBarrier(2);
    Litmus.together(
        () -> {
          Arrays.parallelSort(sorted);
          barrier.await();
        },
        () -> {
          barrier.await();
          Arrays.parallelSetAll(sorted, i -> i);
        });
  }
}
