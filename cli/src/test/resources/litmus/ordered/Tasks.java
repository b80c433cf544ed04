import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

/** Plain data handed over by threads, pools, futures, timers and references. */
public class Tasks {
  static class Data {
    int x;
    List<Integer> list = new ArrayList<>();

    void write(int n) {
      x = n;
      list.add(n);
    }

    int read() {
      return x + list.size();
    }
  }

  public static void main(String[] args) throws Exception {
    threads();
    interrupts();
    completable();
    forkJoin();
    parallel();
    pools();
    timers();
    references();
    initialisers();
    threadLocals();
    uncaught();
    shutdownHooks();
  }

  static void threads() throws Exception {
    Data d = new Data();
    d.write(1);
    Thread t = new Thread(() -> d.write(2));
    t.start();
    while (t.isAlive()) {
      Thread.yield();
    }
    d.write(3);
    Thread u = new Thread(() -> d.write(4));
    u.start();
    while (u.getState() != Thread.State.TERMINATED) {
      Thread.yield();
    }
    d.write(5);
    Thread v = new Thread(() -> d.write(6));
    v.start();
    while (!join(v)) {
      Thread.yield();
    }
    d.read();
  }

  private static boolean join(Thread t) throws InterruptedException {
    t.join(1);
    return !t.isAlive();
  }

  static void interrupts() throws Exception {
    Data d = new Data();
    Data e = new Data();
    Thread t =
        new Thread(
            () -> {
              try {
                Thread.sleep(60_000);
              } catch (InterruptedException expected) {
                d.write(2);
              }
              while (!Thread.interrupted()) {
                Thread.yield();
              }
              e.write(2);
            });
    t.start();
    d.write(1);
    t.interrupt();
    Litmus.pause(20);
    e.write(1);
    t.interrupt();
    t.join();
    Data f = new Data();
    Thread u =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.yield();
              }
              f.write(2);
            });
    u.start();
    f.write(1);
    u.interrupt();
    u.join();
    f.read();
  }

  static void completable() throws Exception {
    Data d = new Data();
    CompletableFuture<Data> promise = new CompletableFuture<>();
    CompletableFuture<Integer> chain =
        promise
            .thenApplyAsync(x -> { x.write(2); return x; })
            .thenCombine(CompletableFuture.supplyAsync(() -> { Data o = new Data(); o.write(1); return o; }),
                (x, y) -> { x.write(y.x); y.write(3); return x; })
            .thenCompose(x -> CompletableFuture.supplyAsync(() -> { x.write(4); return x; }))
            .whenComplete((x, e) -> x.write(5))
            .handle((x, e) -> x.read());
    Thread t = new Thread(() -> { d.write(1); promise.complete(d); });
    t.start();
    chain.get();
    d.write(6);
    Data[] all = new Data[8];
    CompletableFuture<?>[] futures = new CompletableFuture<?>[8];
    for (int i = 0; i < all.length; i++) {
      int n = i;
      futures[i] = CompletableFuture.runAsync(() -> { all[n] = new Data(); all[n].write(n); });
    }
    CompletableFuture.allOf(futures).join();
    for (Data x : all) {
      x.write(1);
    }
    Data late = new Data();
    CompletableFuture<Void> timeout = new CompletableFuture<Void>().completeOnTimeout(null, 5, TimeUnit.MILLISECONDS);
    late.write(1);
    timeout.thenRun(() -> { }).join();
    Data failed = new Data();
    CompletableFuture<Object> bad = CompletableFuture.supplyAsync(() -> { failed.write(1); throw new IllegalStateException(); });
    bad.exceptionally(e -> { failed.write(2); return null; }).join();
    failed.read();
    t.join();
  }

  static class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1L;
    final int[] a;
    final int lo;
    final int hi;
    int result;

    Sum(int[] a, int lo, int hi) {
      this.a = a;
      this.lo = lo;
      this.hi = hi;
    }

    @Override
    protected Integer compute() {
      if (hi - lo <= 16) {
        for (int i = lo; i < hi; i++) {
          result += a[i];
          a[i]++;
        }
        return result;
      }
      Sum left = new Sum(a, lo, (lo + hi) / 2);
      Sum right = new Sum(a, (lo + hi) / 2, hi);
      left.fork();
      result = right.compute() + left.join();
      return left.result + right.result;
    }
  }

  static class Count extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1L;
    final int[] a;
    final int lo;
    final int hi;

    Count(CountedCompleter<?> parent, int[] a, int lo, int hi) {
      super(parent);
      this.a = a;
      this.lo = lo;
      this.hi = hi;
    }

    @Override
    public void compute() {
      if (hi - lo > 16) {
        setPendingCount(2);
        new Count(this, a, lo, (lo + hi) / 2).fork();
        new Count(this, a, (lo + hi) / 2, hi).fork();
      } else {
        for (int i = lo; i < hi; i++) {
          a[i]++;
        }
      }
      tryComplete();
    }
  }

  static void forkJoin() throws Exception {
    int[] a = new int[512];
    ForkJoinPool pool = new ForkJoinPool(3);
    pool.invoke(new Sum(a, 0, a.length));
    a[0]++;
    pool.submit(new Sum(a, 0, a.length)).get();
    a[1]++;
    pool.invoke(new Count(null, a, 0, a.length));
    a[2]++;
    ForkJoinTask.invokeAll(new Sum(a, 0, 256), new Sum(a, 256, 512));
    a[3]++;
    ForkJoinTask<?> task = pool.submit(() -> { a[4]++; });
    task.quietlyJoin();
    a[4]++;
    pool.shutdown();
    pool.awaitTermination(10, TimeUnit.SECONDS);
  }

  static void parallel() throws Exception {
    int[] a = new int[2000];
    Arrays.parallelSetAll(a, i -> i);
    a[0]++;
    Arrays.parallelPrefix(a, Integer::sum);
    a[1]++;
    IntStream.range(0, a.length).parallel().forEach(i -> a[i]++);
    a[2]++;
    Data[] made = IntStream.range(0, 100).parallel().mapToObj(i -> { Data d = new Data(); d.write(i); return d; }).toArray(Data[]::new);
    for (Data d : made) {
      d.write(1);
    }
    Map<Boolean, List<Data>> parts = Stream.of(made).parallel().peek(d -> d.write(2)).collect(Collectors.partitioningBy(d -> d.x > 50));
    parts.get(false).forEach(d -> d.write(3));
    Optional<Data> any = Stream.of(made).parallel().filter(d -> d.x > 0).findAny();
    any.ifPresent(d -> d.read());
    TreeSet<Integer> set = Stream.of(made).parallel().map(d -> d.x).collect(Collectors.toCollection(TreeSet::new));
    set.add(-1);
    StringBuilder text = Stream.of("a", "b", "c").parallel().collect(StringBuilder::new, StringBuilder::append, StringBuilder::append);
    text.append("d");
  }

  static void pools() throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    ExecutorCompletionService<Data> completion = new ExecutorCompletionService<>(pool);
    Data shared = new Data();
    for (int i = 0; i < 10; i++) {
      int n = i;
      completion.submit(() -> { Data d = new Data(); d.write(n); return d; });
    }
    for (int i = 0; i < 10; i++) {
      completion.take().get().write(1);
    }
    List<Callable<Data>> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      calls.add(() -> { Data d = new Data(); d.write(1); return d; });
    }
    for (Future<Data> f : pool.invokeAll(calls)) {
      f.get().write(2);
    }
    pool.invokeAny(calls).write(3);
    FutureTask<Data> task = new FutureTask<>(() -> { shared.write(1); return shared; });
    new Thread(task).start();
    while (!task.isDone()) {
      Thread.yield();
    }
    shared.write(2);
    pool.shutdown();
    while (!pool.isTerminated()) {
      Thread.yield();
    }
    ExecutorService single = Executors.newSingleThreadExecutor();
    Data confined = new Data();
    for (int i = 0; i < 20; i++) {
      int n = i;
      single.execute(() -> confined.write(n));
    }
    single.shutdown();
    single.awaitTermination(10, TimeUnit.SECONDS);
    confined.read();
    ThreadPoolExecutor hooked =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          protected void afterExecute(Runnable r, Throwable t) {
            ((Step) r).data.write(3);
          }

          @Override
          protected void beforeExecute(Thread t, Runnable r) {
            ((Step) r).data.write(1);
          }
        };
    Step[] steps = new Step[10];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = new Step();
      hooked.execute(steps[i]);
    }
    hooked.shutdown();
    hooked.awaitTermination(10, TimeUnit.SECONDS);
    for (Step s : steps) {
      s.data.read();
    }
  }

  static class Step implements Runnable {
    final Data data = new Data();

    @Override
    public void run() {
      data.write(2);
    }
  }

  static void timers() throws Exception {
    Data d = new Data();
    Timer timer = new Timer(true);
    CountDownLatch done = new CountDownLatch(5);
    d.write(0);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            d.write(1);
            done.countDown();
          }
        },
        1,
        1);
    done.await();
    timer.cancel();
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
    Data e = new Data();
    CountDownLatch ticks = new CountDownLatch(5);
    Future<?> ticking = scheduler.scheduleWithFixedDelay(() -> { e.write(1); ticks.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
    ticks.await();
    ticking.cancel(false);
    scheduler.schedule(() -> e.x, 0, TimeUnit.MILLISECONDS);
    scheduler.shutdown();
    scheduler.awaitTermination(10, TimeUnit.SECONDS);
    e.read();
  }

  static void references() throws Exception {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    Data d = new Data();
    Ref ref = new Ref(new Object(), queue, d);
    d.write(1);
    ref.enqueue();
    Data[] seen = new Data[1];
    Thread t =
        new Thread(
            () -> {
              try {
                Ref r = (Ref) queue.remove(10_000);
                r.data.write(2);
                seen[0] = r.data;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    t.start();
    t.join();
    seen[0].read();
    Cleaner cleaner = Cleaner.create();
    State state = new State();
    state.data.write(1);
    Cleaner.Cleanable cleanable = cleaner.register(new Object(), state);
    for (int i = 0; i < 50 && !state.cleaned.get(); i++) {
      System.gc();
      Litmus.pause(5);
    }
    if (state.cleaned.get()) {
      state.data.write(4);
    }
    cleanable.clean();
  }

  static class Ref extends WeakReference<Object> {
    final Data data;

    Ref(Object o, ReferenceQueue<Object> queue, Data data) {
      super(o, queue);
      this.data = data;
    }
  }

  static class State implements Runnable {
    final Data data = new Data();
    final AtomicBoolean cleaned = new AtomicBoolean();

    @Override
    public void run() {
      data.write(3);
      cleaned.set(true);
    }
  }

  static class Lazy {
    static final Data DATA = new Data();
    static int[] numbers = {1, 2};
    static Map<String, Integer> table = new HashMap<>();

    static {
      DATA.write(1);
      table.put("a", 1);
    }
  }

  enum Kind {
    A, B;
    final Data data = new Data();
    int uses = 1;

    Kind() {
      data.write(ordinal());
    }
  }

  interface Constants {
    Data SHARED = make();

    static Data make() {
      Data d = new Data();
      d.write(7);
      return d;
    }
  }

  record Pair(int a, List<Integer> b) {
    Pair {
      b = new ArrayList<>(b);
    }
  }

  static void initialisers() throws Exception {
    Litmus.Body body =
        () -> {
          Litmus.use(Lazy.DATA.read() + Lazy.numbers[0] + Lazy.table.get("a"));
          Litmus.use(Kind.B.data.read() + Kind.A.uses);
          Litmus.use(Constants.SHARED.read());
          Pair p = new Pair(1, List.of(1));
          Litmus.use(p.b().get(0) + p.hashCode() + p.toString());
          switch (Kind.valueOf("A")) {
            case A -> Litmus.use(1);
            default -> Litmus.use(2);
          }
        };
    Litmus.together(body, body, body);
  }

  static void threadLocals() throws Exception {
    ThreadLocal<Data> local = ThreadLocal.withInitial(Data::new);
    InheritableThreadLocal<Data> inherited = new InheritableThreadLocal<>();
    Data d = new Data();
    d.write(1);
    inherited.set(d);
    Thread t = new Thread(() -> { local.get().write(1); inherited.get().write(2); });
    t.start();
    local.get().write(2);
    t.join();
    d.read();
  }

  static void uncaught() throws Exception {
    Data d = new Data();
    Thread t = new Thread(() -> { d.write(1); throw new IllegalStateException(); });
    t.setUncaughtExceptionHandler((u, e) -> d.write(2));
    t.start();
    t.join();
    d.read();
  }

  static void shutdownHooks() {
    Data d = new Data();
    d.write(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> d.write(2)));
  }
}
