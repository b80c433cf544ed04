import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * Loads that may have been guessed, and accesses that depend on them or do not. {@code // guess a}
 * marks the one load of a line, {@code // on a} a line whose accesses all depend on it, {@code //
 * not a} one where none does.
 */
public final class Dependent {
  static int x;
  static int y;
  static int z;
  static int w;
  static int v;
  static Dependent shared = new Dependent();
  static final Object LOCK = new Object();
  static final int[] ELEMENTS = new int[4];

  int field;
  int other;

  public static void main(String[] arguments) throws Exception {
    data();
    control();
    sameValue();
    notAssigned();
    elements();
    fields();
    calls();
    loops();
    exceptions();
    checked();
    objects();
    chosen();
    threads();
    tasks();
    locks();
  }

  static void data() {
    int r = x; // guess data
    y = r + 1; // on data
    y = r - r + 1; // on data
    y = r * 0; // on data
    y = (int) (r * 1.5) >> 3; // on data
    y = 1; // not data
  }

  static void control() {
    int r = x; // guess control
    if (r == 0) {
      y = 1; // on control
      storedUnder();
    } else {
      y = 2;
    }
    z = 2; // not control
    y = r == 0 ? 4 : 5; // on control
    z = 3; // not control
    switch (r) {
      case 0 -> y = 1; // on control
      default -> y = 2;
    }
    if (z == 3 && r == 0 || z == 4) {
      y = 3; // on control
    }
    z = 4; // not control
  }

  static void storedUnder() {
    w = 1; // on control
  }

  static void sameValue() {
    x = 0;
    int r = x; // guess same
    int again = x;
    if (r == again) {
      y = 1; // on same
    }
    boolean same = again == 0;
    if (same) {
      y = 2; // not same
    }
  }

  static void notAssigned() {
    int r = x; // guess unassigned
    int a = 0;
    int b = 0;
    if (r == 7) {
      a = 1;
    }
    y = a; // on unassigned
    y = b; // not unassigned
  }

  static void elements() {
    int r = x; // guess index
    int[] a = ELEMENTS;
    a[2] = 1; // not index
    a[r] = 1; // on index
    y = a[1]; // not index
    y = a[0]; // on index
    y = a[r + 2]; // on index
    y = new int[r + 1].length; // on index
  }

  static void fields() {
    Dependent own = new Dependent();
    Dependent o = shared; // guess object
    o.field = 1; // on object
    y = o.other; // on object
    own.field = 2; // not object
    y = own.field; // not object
    own.field = o == null ? 1 : 2; // on object
    y = own.field; // on object
    y = own.other; // not object
  }

  static int twice(int n) {
    return n + n;
  }

  static int constant(int n) {
    return n > 7 ? 8 : 9;
  }

  static int third(int n) {
    return 3;
  }

  void set(int n) {
    field = n;
    other = 5;
  }

  static void calls() {
    int r = x; // guess call
    y = twice(r); // on call
    y = constant(r); // on call
    y = third(r); // not call
    Dependent d = new Dependent();
    d.set(r);
    y = d.field; // on call
    y = d.other; // not call
    IntSupplier s = () -> r;
    y = s.getAsInt(); // on call
    IntSupplier one = () -> 1;
    y = one.getAsInt(); // not call
  }

  static void loops() {
    int r = x; // guess loop
    int sum = 0;
    for (int i = 0; i < r + 2; i++) {
      z = i; // on loop
      sum++;
    }
    y = 3; // not loop
    y = sum; // on loop
    for (int i = 0; i < 3; i++) {
      y = i; // not loop
    }
    int n = 0;
    while (true) {
      n++;
      if (n + r > 2) {
        break;
      }
    }
    y = n; // on loop
    z = 4; // not loop
  }

  static void positive(int n) {
    if (n <= 0) {
      throw new IllegalArgumentException("positive");
    }
  }

  static void exceptions() {
    int r = x; // guess thrown
    try {
      positive(r);
      y = 1;
    } catch (IllegalArgumentException e) {
      y = 2; // on thrown
    }
    afterwards();
    try {
      y = 8 / r;
    } catch (ArithmeticException e) {
      y = 3; // on thrown
    }
  }

  static void afterwards() {
    w = 3;
  }

  static void checked() {
    passed();
    z = 1; // on passed
  }

  static void passed() {
    int r = x; // guess passed
    positive(r + 1);
    y = 1; // on passed
  }

  static void objects() {
    int r = x; // guess state
    String s = "value " + r;
    y = s.length(); // on state
    List<Integer> list = new ArrayList<>();
    list.add(r);
    y = list.get(0); // on state
    AtomicInteger atomic = new AtomicInteger();
    y = atomic.get(); // not state
    atomic.set(r);
    y = atomic.get(); // on state
    y = "value".length(); // not state
    y = Math.max(r, 3); // on state
    y = Math.max(2, 3); // not state
  }

  interface Kind {
    void store();
  }

  static final class First implements Kind {
    @Override
    public void store() {
      w = 1; // on chosen
    }
  }

  static final class Second implements Kind {
    @Override
    public void store() {
      w = 2;
    }
  }

  static void chosen() {
    int r = x; // guess chosen
    Kind k = r == 0 ? new First() : new Second();
    k.store();
    y = 2; // not chosen
  }

  static void run(Runnable r) throws InterruptedException {
    Thread t = new Thread(r);
    t.start();
    t.join();
  }

  static void threads() throws InterruptedException {
    int r = x; // guess thread
    y = r; // on thread
    run(
        () -> {
          z = y; // on thread
        });
    v = z; // on thread
    int kept = r + 1;
    run(
        () -> {
          w = kept; // on thread
          v = 1; // not thread
        });
    if (r == 0) {
      run(
          () -> {
            w = 2; // on thread
          });
    }
    run(
        () -> {
          w = 3; // not thread
        });
  }

  static void tasks() throws Exception {
    int r = x; // guess task
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.submit(() -> y = 1).get(); // not task
    Future<Integer> f = pool.submit(() -> r + 1);
    y = f.get(); // on task
    pool.shutdown();
  }

  static void locks() throws InterruptedException {
    int r = x; // guess lock
    synchronized (LOCK) {
      y = r; // on lock
    }
    run(
        () -> {
          synchronized (LOCK) {
            z = 1; // not lock
          }
        });
  }
}
