import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.atomic.*;

/** What finalizers, cleaning actions and readers of reference queues find in unreachable objects. */
public class Unreachable {
  static final AtomicInteger DONE = new AtomicInteger();
  static final Cleaner CLEANER = Cleaner.create();

  @SuppressWarnings({"deprecation", "removal"})
  static class Finalized {
    int handle;
    int[] buffer = new int[2];
    List<Integer> list = new ArrayList<>();

    Finalized(int n) {
      handle = n;
      buffer[0] = n;
      list.add(n);
    }

    void use() {
      handle++;
      buffer[1]++;
      list.add(1);
    }

    @Override
    protected void finalize() {
      if (handle >= 0 && buffer[0] + buffer[1] + list.size() > 0) {
        handle = -1;
        buffer[1] = 0;
        list.clear();
        DONE.incrementAndGet();
      }
    }
  }

  static class State implements Runnable {
    int open = 1;
    long[] used = new long[2];

    @Override
    public void run() {
      open--;
      used[0]++;
      DONE.incrementAndGet();
    }
  }

  static class Resource {
    final State state = new State();

    Resource() {
      CLEANER.register(this, state);
    }

    void use() {
      state.open++;
      state.used[0]++;
    }
  }

  static class Tracked extends PhantomReference<Object> {
    final int[] count;

    Tracked(Object o, ReferenceQueue<Object> queue, int[] count) {
      super(o, queue);
      this.count = count;
    }
  }

  public static void main(String[] args) throws Exception {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    Set<Tracked> all = new HashSet<>();
    Thread user =
        new Thread(
            () -> {
              for (int i = 0; i < 10; i++) {
                new Finalized(i).use();
                new Resource().use();
                Object o = new Object();
                int[] count = {i};
                all.add(new Tracked(o, queue, count));
                count[0]++;
                Reference.reachabilityFence(o);
              }
              while (DONE.get() < 20) {
                Thread.yield();
              }
            });
    user.start();
    int found = 0;
    for (int i = 0; i < 500 && (found < 10 || DONE.get() < 20); i++) {
      System.gc();
      for (Reference<?> r = queue.remove(10); r != null; r = queue.poll()) {
        ((Tracked) r).count[0]++;
        found++;
      }
    }
    if (found < 10 || DONE.get() < 20) {
      System.out.println("WRONG " + found + " " + DONE);
      System.exit(1);
    }
    user.join();
  }
}
