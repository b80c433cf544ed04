/** Accesses in a row of fields of one object, some of them handed over in the middle of the row. */
public class FieldGroups {
  static class Box {
    int given;
    int kept;
    volatile boolean ready;
    long total;
  }

  static void give(Box box) {
    box.kept = 1;
    box.given = 2;
    box.ready = true;
    box.kept = 3;
    box.total = box.kept + box.total;
  }

  static int take(Box box) {
    while (!box.ready) {
      Thread.onSpinWait();
    }
    return box.given;
  }

  /** A counter behind a lock. */
  static class Counter {
    int guarded;
    private final Object lock = new Object();

    int count() {
      int n;
      synchronized (lock) {
        n = guarded;
        guarded = n + 1;
      }
      return n;
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 50; i++) {
      Box box = new Box();
      Counter counter = new Counter();
      Litmus.together(
          () -> give(box),
          () -> Litmus.use(take(box)),
          () -> Litmus.use(counter.count()),
          () -> Litmus.use(counter.count()));
    }
  }
}
