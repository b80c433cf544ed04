import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** What real applications do beside plain objects and threads. Each part prints one line; no races. */
public class Wild {
  private static final int THREADS = 4;
  private int guarded;
  private Wild next;
  private final int[] cells = new int[4];

  public static void main(String[] args) throws Exception {
    System.out.println("hidden " + hidden());
    System.out.println("proxies " + proxies());
    System.out.println("handles " + handles());
    System.out.println("loaders " + loaders());
    System.out.println("subclasses " + subclasses());
    System.out.println("pools " + pools());
    System.out.println("cleaners " + cleaners());
    System.out.println("overflow " + overflow());
    System.out.println("initialisers " + initialisers());
    System.out.println("literals " + literals());
    System.out.println("references " + references());
    Nulls.print();
  }

  interface Work {
    void run(int k) throws Exception;
  }

  /** Runs work on several threads that begin together. */
  static void together(Work work) throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    Throwable[] thrown = new Throwable[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int k = i;
      threads.add(
          new Thread(
              () -> {
                try {
                  begin.await();
                  work.run(k);
                } catch (Throwable e) {
                  thrown[k] = e;
                }
              }));
    }
    threads.forEach(Thread::start);
    begin.countDown();
    for (Thread t : threads) {
      t.join();
    }
    for (Throwable t : thrown) {
      if (t != null) {
        throw new IllegalStateException(t);
      }
    }
  }

  /** Locks in classes that no agent sees. */
  public static class Template implements Callable<Integer> {
    private static final Object LOCK = new Object();
    private static int count;
    private final Wild wild;

    public Template(Wild wild) {
      this.wild = wild;
    }

    @Override
    public Integer call() {
      synchronized (LOCK) {
        count++;
      }
      synchronized (wild) {
        return wild.count();
      }
    }
  }

  int count() {
    cells[guarded & 3]++;
    return ++guarded;
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = Wild.class.getResourceAsStream("/" + name + ".class")) {
      return in.readAllBytes();
    }
  }

  private static int hidden() throws Exception {
    Wild wild = new Wild();
    Class<?> c = MethodHandles.lookup().defineHiddenClass(bytes("Wild$Template"), true).lookupClass();
    @SuppressWarnings("unchecked")
    Callable<Integer> one = (Callable<Integer>) c.getConstructor(Wild.class).newInstance(wild);
    together(
        k -> {
          for (int i = 0; i < 50; i++) {
            one.call();
          }
        });
    return wild.guarded;
  }

  interface Counter {
    int add(int n);
  }

  private static int proxies() throws Exception {
    Wild wild = new Wild();
    Counter counter =
        (Counter)
            Proxy.newProxyInstance(
                Wild.class.getClassLoader(),
                new Class<?>[] {Counter.class},
                (p, m, a) -> {
                  synchronized (p) {
                    return wild.guarded += (Integer) a[0];
                  }
                });
    together(k -> counter.add(k));
    return counter.add(0);
  }

  private static long handles() throws Exception {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle count = lookup.findVirtual(Wild.class, "count", MethodType.methodType(int.class));
    MethodHandle get = lookup.findGetter(Wild.class, "guarded", int.class);
    MethodHandle twice = MethodHandles.foldArguments(MethodHandles.dropArguments(count, 0, int.class), count);
    Wild wild = new Wild();
    together(
        k -> {
          try {
            for (int i = 0; i < 50; i++) {
              synchronized (wild) {
                int unused = (int) twice.invoke(wild);
                unused = (int) get.invokeExact(wild);
              }
            }
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        });
    return wild.guarded;
  }

  /** One that loads in parallel, its own copies of classes of this file. */
  static final class Parallel extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("Wild$Loaded")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        try {
          byte[] bytes = bytes(name);
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }

  public static class Loaded implements Runnable {
    static final Map<String, Integer> TABLE = new HashMap<>();
    static int initialised;
    int own;

    static {
      TABLE.put("a", 1);
      initialised = 7;
    }

    @Override
    public synchronized void run() {
      own += TABLE.get("a") + initialised + new LoadedToo().value;
    }
  }

  public static class LoadedToo {
    static int shared = 3;
    int value = shared;
  }

  private static int loaders() throws Exception {
    AtomicInteger sum = new AtomicInteger();
    for (int round = 0; round < 40; round++) {
      ClassLoader loader = new Parallel();
      together(
          k -> {
            Class<?> c = Class.forName("Wild$Loaded", true, loader);
            Runnable r = (Runnable) c.getDeclaredConstructor().newInstance();
            r.run();
            sum.addAndGet(c.getClassLoader() == loader ? 1 : 0);
          });
    }
    return sum.get();
  }

  /** A thread with a life of its own. */
  static class Loud extends Thread {
    private int told;
    private boolean over;

    @Override
    public void start() {
      told++;
      super.start();
    }

    @Override
    public void run() {
      told++;
      interrupt();
      told += isInterrupted() ? 100 : 0;
    }

    @Override
    public void interrupt() {
      over = true;
      super.interrupt();
    }

    @Override
    public synchronized String toString() {
      return told + " " + over;
    }
  }

  private static String subclasses() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      Loud loud = new Loud();
      loud.start();
      loud.join();
      text.append(loud).append(' ');
    }
    return text.toString();
  }

  static final class Worker extends ForkJoinWorkerThread {
    int tasks;

    Worker(ForkJoinPool pool) {
      super(pool);
    }

    @Override
    protected void onStart() {
      tasks = 1;
    }

    @Override
    protected void onTermination(Throwable e) {
      tasks++;
    }
  }

  static final class Sum extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;
    private final int[] numbers;
    private final int from;
    private final int to;

    Sum(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from < 50) {
        long sum = 0;
        for (int i = from; i < to; i++) {
          sum += numbers[i];
          numbers[i] = 0;
        }
        return sum;
      }
      int middle = (from + to) >>> 1;
      Sum left = new Sum(numbers, from, middle);
      left.fork();
      return new Sum(numbers, middle, to).compute() + left.join();
    }
  }

  static final class Completer extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1;
    private final int[] numbers;
    private final int from;
    private final int to;

    Completer(CountedCompleter<?> parent, int[] numbers, int from, int to) {
      super(parent);
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    public void compute() {
      if (to - from > 50) {
        int middle = (from + to) >>> 1;
        setPendingCount(2);
        new Completer(this, numbers, from, middle).fork();
        new Completer(this, numbers, middle, to).fork();
      } else {
        for (int i = from; i < to; i++) {
          numbers[i]++;
        }
      }
      tryComplete();
    }
  }

  private static long pools() throws Exception {
    int[] numbers = new int[2000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    ForkJoinPool pool = new ForkJoinPool(3, Worker::new, null, true);
    long sum = pool.invoke(new Sum(numbers, 0, numbers.length));
    pool.invoke(new Completer(null, numbers, 0, numbers.length));
    for (int n : numbers) {
      sum += n;
    }
    pool.shutdown();
    return sum;
  }

  static final class State implements Runnable {
    int left;
    final CountDownLatch cleaned = new CountDownLatch(1);

    @Override
    public void run() {
      left--;
      cleaned.countDown();
    }
  }

  static final class Finalized {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static int sum;
    int a;
    final int b;

    Finalized() {
      a = 3;
      b = 4;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      sum = a + b;
      DONE.countDown();
    }
  }

  private static int cleaners() throws Exception {
    State state = new State();
    Object owner = new Object();
    Cleaner.create().register(owner, state);
    state.left = 5;
    Reference.reachabilityFence(owner);
    owner = null;
    new Finalized();
    while (state.cleaned.getCount() + Finalized.DONE.getCount() > 0) {
      System.gc();
      Thread.sleep(5);
    }
    return state.left + Finalized.sum;
  }

  private synchronized int down(int n) {
    guarded = n;
    cells[n & 3]++;
    return down(n + 1) + 1;
  }

  /** A stack overflow somewhere in hooks and locks must leave all of them as they were. */
  private static int overflow() throws Exception {
    Wild wild = new Wild();
    for (int i = 0; i < 10; i++) {
      try {
        wild.down(0);
      } catch (StackOverflowError e) {
        synchronized (wild) {
          wild.guarded = -1;
        }
      }
    }
    together(
        k -> {
          synchronized (wild) {
            wild.guarded++;
          }
        });
    return wild.guarded;
  }

  static final class Failing {
    static int value = 1;

    static {
      value = Integer.parseInt("x" + value);
    }
  }

  private static String initialisers() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2; i++) {
      try {
        text.append(Failing.value);
      } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
        text.append(e.getClass().getSimpleName()).append(' ');
      }
    }
    return text.toString();
  }

  private static int literals() throws Exception {
    Wild wild = new Wild();
    together(
        k -> {
          for (Object lock : new Object[] {"a literal", Integer.valueOf(5), int[].class, Thread.State.NEW}) {
            synchronized ("a literal") {
              synchronized (lock) {
                wild.guarded++;
                wild.cells[1] = wild.guarded;
              }
            }
          }
        });
    return wild.cells[1];
  }

  /** Methods that the object's own class only inherits, bound to it or not. */
  private static String references() {
    LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
    BiFunction<String, Integer, Integer> put = map::put;
    put.apply("a", 1);
    put.andThen(String::valueOf).apply("b", 2);
    Map.of("c", 3).forEach(map::put);
    ArrayList<Object> list = new ArrayList<>();
    Predicate<Collection<?>> all = list::containsAll;
    map.keySet().forEach(list::add);
    BiConsumer<LinkedHashMap<String, Integer>, String> remove = LinkedHashMap::remove;
    remove.accept(map, "b");
    Stream<Object> stream = list.stream();
    Runnable close = stream::close;
    close.run();
    StringBuilder text = new StringBuilder();
    Consumer<String> append = text::append;
    map.keySet().forEach(append);
    ToIntFunction<ArrayDeque<Object>> size = ArrayDeque::size;
    return map + " " + all.test(map.keySet()) + list + text + size.applyAsInt(new ArrayDeque<>(list));
  }

  /** The JVM explains null pointers and bounds from the bytecode. */
  static final class Nulls {
    private Wild field;
    private final Wild last = null;
    private static int[][] table = new int[2][];
    private List<StringBuilder> list;

    static void print() {
      Nulls nulls = new Nulls();
      Wild wild = new Wild();
      Object[] strings = new String[2];
      StringBuilder[] builders = new StringBuilder[1];
      thrown(() -> nulls.field.guarded = 1);
      thrown(() -> nulls.last.guarded++);
      thrown(() -> wild.next.next.cells[2]++);
      thrown(() -> table[1][wild.guarded] = 5);
      thrown(() -> nulls.list.add(builders[0]));
      thrown(() -> builders[0].append(wild.guarded).append("x"));
      thrown(() -> strings[wild.guarded] = wild);
      thrown(() -> wild.cells[wild.guarded - 1]++);
      thrown(() -> wild.cells[4] = (int) (Integer) strings[0]);
      thrown(
          () -> {
            synchronized (nulls.field) {
              wild.guarded = 2;
            }
          });
      thrown(() -> table = new int[wild.guarded - 1][2]);
    }

    private static void thrown(Runnable body) {
      try {
        body.run();
        System.out.println("nothing thrown");
      } catch (RuntimeException e) {
        System.out.println(e);
      }
    }
  }
}
