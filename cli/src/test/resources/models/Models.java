import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscChunkedArrayQueue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;

/**
 * Random operations from several threads on concurrent libraries, each checked against a model: a
 * thread knows what its own keys must hold, sums over shared keys do not depend on the order, and
 * queues keep the order of each producer. Usage: Models SEED OPERATIONS.
 */
public class Models {
  private static final int THREADS = 4;
  private static final int OWN_KEYS = 64;
  private static final int SHARED_KEYS = 16;

  public static void main(String[] args) throws Exception {
    long seed = Long.parseLong(args[0]);
    int operations = Integer.parseInt(args[1]);
    Cache<Integer, Long> cache = Caffeine.newBuilder().build();
    System.out.println("cache " + map(cache.asMap(), seed, operations));
    Cache<Integer, Long> full =
        Caffeine.newBuilder()
            .maximumWeight(1L << 30)
            .weigher((k, v) -> 1)
            .expireAfterAccess(1, TimeUnit.HOURS)
            .recordStats()
            .build();
    System.out.println("expiring " + map(full.asMap(), seed + 1, operations));
    System.out.println("evicting " + evicting(seed, operations));
    System.out.println("async " + async(seed, operations));
    try (MVStore store = MVStore.open(null)) {
      MVMap<Integer, Long> map = store.openMap("map");
      System.out.println("store " + map(map, seed, operations) + " " + map.sizeAsLong());
    }
    for (Queue<Long> q : List.<Queue<Long>>of(new MpmcArrayQueue<>(64))) {
      System.out.println(queue(q, 2, 2, operations));
    }
    for (Queue<Long> q :
        List.<Queue<Long>>of(
            new MpscLinkedQueue<>(), new MpscUnboundedArrayQueue<>(16), new MpscChunkedArrayQueue<>(8, 64))) {
      System.out.println(queue(q, 3, 1, operations));
    }
    System.out.println(queue(new SpmcArrayQueue<>(64), 1, 3, operations));
    System.out.println(queue(new SpscArrayQueue<>(64), 1, 1, operations));
    System.out.println(queue(new SpscUnboundedArrayQueue<>(16), 1, 1, operations));
  }

  interface Work {
    void run(int thread);
  }

  private static void together(int threads, Work work) throws InterruptedException {
    Throwable[] thrown = new Throwable[threads];
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int k = i;
      all.add(
          new Thread(
              () -> {
                try {
                  work.run(k);
                } catch (Throwable e) {
                  thrown[k] = e;
                }
              }));
    }
    all.forEach(Thread::start);
    for (Thread t : all) {
      t.join();
    }
    for (Throwable t : thrown) {
      if (t != null) {
        throw new IllegalStateException(t);
      }
    }
  }

  private static void same(Object found, Object expected, String what) {
    if (!Objects.equals(found, expected)) {
      throw new IllegalStateException(what + ": expected " + expected + ", found " + found);
    }
  }

  private static String map(ConcurrentMap<Integer, Long> map, long seed, int operations)
      throws InterruptedException {
    long[] added = new long[THREADS];
    List<Map<Integer, Long>> models = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      models.add(new HashMap<>());
    }
    together(
        THREADS,
        t -> {
          Random random = new Random(seed * 31 + t);
          Map<Integer, Long> model = models.get(t);
          for (int i = 0; i < operations; i++) {
            int key = SHARED_KEYS + t + THREADS * random.nextInt(OWN_KEYS);
            operate(map, model, key, random);
            long n = random.nextInt(100);
            map.merge(random.nextInt(SHARED_KEYS), n, Long::sum);
            added[t] += n;
          }
        });
    long sum = 0;
    for (long n : added) {
      sum += n;
    }
    long shared = 0;
    for (int k = 0; k < SHARED_KEYS; k++) {
      shared += map.getOrDefault(k, 0L);
    }
    same(shared, sum, "sum over shared keys");
    long hash = sum;
    int size = 0;
    for (Map.Entry<Integer, Long> e : map.entrySet()) {
      size++;
      if (e.getKey() >= SHARED_KEYS) {
        same(e.getValue(), models.get((e.getKey() - SHARED_KEYS) % THREADS).get(e.getKey()), "entry");
        hash += e.getKey() * 1_000_003L * e.getValue();
      }
    }
    same(size, SHARED_KEYS + models.stream().mapToInt(Map::size).sum(), "size");
    return Long.toHexString(hash);
  }

  private static void operate(ConcurrentMap<Integer, Long> map, Map<Integer, Long> model, int key, Random random) {
    long value = random.nextInt(1000);
    long old = random.nextInt(4);
    switch (random.nextInt(10)) {
      case 0 -> same(map.put(key, value), model.put(key, value), "put");
      case 1 -> same(map.get(key), model.get(key), "get");
      case 2 -> same(map.remove(key), model.remove(key), "remove");
      case 3 -> same(map.putIfAbsent(key, old), model.putIfAbsent(key, old), "putIfAbsent");
      case 4 -> same(map.replace(key, old, value), model.replace(key, old, value), "replace");
      case 5 -> same(map.remove(key, old), model.remove(key, old), "remove");
      case 6 -> same(
          map.compute(key, (k, v) -> next(v, old)),
          model.compute(key, (k, v) -> next(v, old)),
          "compute");
      case 7 -> same(
          map.computeIfAbsent(key, k -> value), model.computeIfAbsent(key, k -> value), "absent");
      case 8 -> same(map.replace(key, value), model.replace(key, value), "replace");
      default -> same(map.containsKey(key), model.containsKey(key), "containsKey");
    }
  }

  private static Long next(Long value, long old) {
    if (value == null) {
      return old;
    }
    return value > 500 ? null : Long.valueOf(value + old);
  }

  private static long square(int key) {
    return (long) key * key;
  }

  /** Values are functions of their keys, whatever was evicted meanwhile. */
  private static String evicting(long seed, int operations) throws InterruptedException {
    AtomicLong loads = new AtomicLong();
    AtomicLong removals = new AtomicLong();
    Cache<Integer, Long> cache =
        Caffeine.newBuilder()
            .maximumSize(100)
            .executor(Runnable::run)
            .removalListener((Integer k, Long v, RemovalCause cause) -> removals.incrementAndGet())
            .build();
    long[] sums = new long[THREADS];
    together(
        THREADS,
        t -> {
          Random random = new Random(seed * 17 + t);
          for (int i = 0; i < operations; i++) {
            int key = random.nextInt(1 + random.nextInt(400));
            long v =
                cache.get(
                    key,
                    k -> {
                      loads.incrementAndGet();
                      return square(k);
                    });
            same(v, square(key), "value");
            sums[t] += v;
            if (random.nextInt(50) == 0) {
              cache.invalidate(key);
            }
          }
        });
    cache.cleanUp();
    same(cache.estimatedSize() <= 100, true, "bound");
    same(loads.get(), removals.get() + cache.estimatedSize(), "loads");
    return Long.toHexString(sums[0] + sums[1] * 3 + sums[2] * 5 + sums[3] * 7);
  }

  private static String async(long seed, int operations) throws InterruptedException {
    AsyncCache<Integer, Long> cache = Caffeine.newBuilder().maximumSize(1000).buildAsync();
    long[] sums = new long[THREADS];
    together(
        THREADS,
        t -> {
          Random random = new Random(seed * 13 + t);
          for (int i = 0; i < operations / 4; i++) {
            sums[t] += cache.get(random.nextInt(300), Models::square).join();
          }
        });
    return Long.toHexString(sums[0] + sums[1] * 3 + sums[2] * 5 + sums[3] * 7);
  }

  /** Elements say who made them and how many before; consumers see each producer's in order. */
  private static String queue(Queue<Long> queue, int producers, int consumers, int operations)
      throws InterruptedException {
    long[][] seen = new long[consumers][producers + 1];
    AtomicLong left = new AtomicLong((long) producers * operations);
    together(
        producers + consumers,
        t -> {
          if (t < producers) {
            for (int i = 1; i <= operations; i++) {
              while (!queue.offer(((long) t << 32) + i)) {
                Thread.onSpinWait();
              }
            }
            return;
          }
          long[] mine = seen[t - producers];
          while (left.get() > 0) {
            Long e = queue.poll();
            if (e == null) {
              Thread.yield();
              continue;
            }
            left.decrementAndGet();
            int from = (int) (e >> 32);
            int n = e.intValue();
            same(n > mine[from], true, "order of a producer's elements");
            mine[from] = n;
            mine[producers] += n;
          }
        });
    long sum = 0;
    for (long[] s : seen) {
      sum += s[producers];
    }
    same(sum, (long) producers * operations * (operations + 1) / 2, "sum");
    return queue.getClass().getSimpleName() + " " + sum;
  }
}
