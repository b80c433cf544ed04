import java.text.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

/** JDK objects that are not thread-safe, used as they should be. */
public class SharedObjects {
  static final Map<String, Integer> TABLE = new HashMap<>();

  static {
    TABLE.put("a", 1);
  }

  /** A subclass that does its own locking. */
  static class LockedMap extends HashMap<String, Integer> {
    @Override
    public synchronized Integer put(String key, Integer value) {
      return super.put(key, value);
    }

    @Override
    public synchronized Integer get(Object key) {
      return super.get(key);
    }
  }

  static class Box {
    final List<Integer> values;
    final Map<String, Integer> view;

    Box(int n) {
      List<Integer> list = new ArrayList<>();
      list.add(n);
      values = Collections.unmodifiableList(list);
      Map<String, Integer> map = new TreeMap<>();
      map.put("a", n);
      view = map;
    }
  }

  public static void main(String[] args) throws Exception {
    readOnly();
    lockedSubclass();
    wrappers();
    handedOver();
    confined();
    computedWhenPresent();
    calendars();
    streams();
    locks();
  }

  static void readOnly() throws Exception {
    Map<String, List<Integer>> shared = new LinkedHashMap<>();
    shared.put("a", new ArrayList<>(List.of(1, 2)));
    Litmus.Body reader =
        () -> {
          for (int i = 0; i < 100; i++) {
            Litmus.use(TABLE.get("a"));
            for (Map.Entry<String, List<Integer>> e : shared.entrySet()) {
              Litmus.use(e.getKey() + e.getValue());
              for (int v : e.getValue()) {
                Litmus.use(v);
              }
            }
            Litmus.use(shared.keySet().stream().map(String::length).collect(Collectors.toList()));
          }
        };
    Litmus.together(reader, reader, reader);
    shared.clear();
  }

  static void lockedSubclass() throws Exception {
    Map<String, Integer> map = new LockedMap();
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 100; i++) {
            map.put("k" + i % 3, i);
            map.get("k1");
          }
        };
    Litmus.together(body, body);
  }

  static void wrappers() throws Exception {
    List<Integer> list = Collections.synchronizedList(new ArrayList<>());
    Map<Integer, String> map = Collections.synchronizedMap(new TreeMap<>());
    Set<Integer> concurrent = Collections.newSetFromMap(new ConcurrentHashMap<>());
    Vector<Integer> vector = new Vector<>();
    Properties properties = new Properties();
    StringBuffer buffer = new StringBuffer();
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 100; i++) {
            list.add(i);
            list.addAll(List.of(1, 2));
            list.removeIf(x -> x > 50);
            synchronized (list) {
              for (int x : list) {
                Litmus.use(x);
              }
              list.stream().mapToInt(x -> x).sum();
            }
            map.put(i, "x");
            map.computeIfAbsent(i + 1, k -> "y");
            map.keySet().contains(i);
            Litmus.use(map.toString());
            synchronized (map) {
              for (Map.Entry<Integer, String> e : map.entrySet()) {
                Litmus.use(e.getValue());
              }
            }
            concurrent.add(i);
            concurrent.remove(i - 1);
            vector.add(i);
            vector.contains(i);
            properties.setProperty("a", "" + i);
            properties.getProperty("a");
            buffer.append(i);
          }
        };
    Litmus.together(body, body, body);
  }

  static void handedOver() throws Exception {
    BlockingQueue<StringBuilder> queue = new ArrayBlockingQueue<>(2);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Map<String, Integer>> future =
        pool.submit(
            () -> {
              Map<String, Integer> made = new HashMap<>();
              made.put("a", 1);
              queue.put(new StringBuilder("x").append(1));
              return made;
            });
    queue.take().append("y").reverse();
    future.get().put("b", 2);
    List<Integer> results = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int n = i;
      results.add(pool.submit(() -> n * 2).get());
    }
    CompletableFuture<List<Integer>> chain =
        CompletableFuture.supplyAsync(() -> new ArrayList<Integer>(), pool)
            .thenApplyAsync(l -> { l.add(1); return l; }, pool)
            .thenApplyAsync(l -> { l.add(2); return l; });
    chain.get().add(3);
    pool.shutdown();
    pool.awaitTermination(10, TimeUnit.SECONDS);
  }

  static final ThreadLocal<DateFormat> FORMAT =
      ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));

  static void confined() throws Exception {
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 50; i++) {
            FORMAT.get().format(new Date(i));
            StringBuilder b = new StringBuilder();
            for (int k = 0; k < 5; k++) {
              b.append(k);
            }
            Litmus.use(b.toString());
            List<Integer> own = new ArrayList<>(List.of(3, 1, 2));
            own.sort(Comparator.naturalOrder());
            Litmus.use(own);
          }
        };
    Litmus.together(body, body);
  }

  /** Methods that would write if there were something to write only read here. */
  static void computedWhenPresent() throws Exception {
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    Set<String> set = new TreeSet<>(Set.of("a"));
    Deque<String> empty = new ArrayDeque<>();
    Litmus.Body body =
        () -> {
          map.computeIfAbsent("a", k -> 2);
          map.putIfAbsent("a", 3);
          map.remove("b");
          map.computeIfPresent("b", (k, v) -> v);
          set.remove("b");
          set.removeIf(String::isEmpty);
          empty.poll();
          empty.pollFirst();
        };
    Litmus.together(body, body);
  }

  static void calendars() throws Exception {
    Calendar calendar = Calendar.getInstance();
    calendar.setTimeInMillis(0);
    Litmus.Body body =
        () -> {
          calendar.get(Calendar.YEAR);
          calendar.getTime();
          calendar.before(calendar);
        };
    Litmus.together(body, body);
  }

  static void streams() throws Exception {
    List<Integer> numbers = IntStream.range(0, 1000).boxed().collect(Collectors.toList());
    for (int i = 0; i < 20; i++) {
      List<Integer> even =
          numbers.parallelStream().filter(n -> n % 2 == 0).sorted().collect(Collectors.toList());
      even.add(i);
      Map<Integer, List<Integer>> groups =
          numbers.parallelStream().collect(Collectors.groupingBy(n -> n % 3));
      groups.get(0).add(i);
      StringBuilder all =
          numbers.parallelStream()
              .collect(StringBuilder::new, (b, n) -> b.append(n), (a, b) -> a.append(b));
      all.append("x");
      numbers.add(i);
    }
  }

  static void locks() throws Exception {
    Lock lock = new ReentrantLock();
    ReadWriteLock rw = new ReentrantReadWriteLock();
    List<Integer> list = new LinkedList<>();
    Map<Integer, Integer> map = new HashMap<>();
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 100; i++) {
            lock.lock();
            try {
              list.add(i);
              list.iterator().next();
            } finally {
              lock.unlock();
            }
            rw.readLock().lock();
            Litmus.use(map.get(i));
            rw.readLock().unlock();
            rw.writeLock().lock();
            map.put(i, i);
            rw.writeLock().unlock();
          }
        };
    Litmus.together(body, body, body);
    Box[] published = new Box[1];
    Box box = new Box(1);
    synchronized (SharedObjects.class) {
      published[0] = box;
    }
    Litmus.together(
        () -> {
          synchronized (SharedObjects.class) {
            box.values.get(0);
          }
          box.view.get("a");
        },
        () -> box.values.iterator().next());
  }
}
