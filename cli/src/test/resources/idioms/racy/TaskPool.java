import java.util.*;
import java.util.concurrent.*;

/** Tasks that are cancelled while they run: their flag and their thread are plain fields. */
public class TaskPool {
  static final class Task {
    Thread thread;
    boolean valid = true;
    long result;
    final int seed;

    Task(int seed) {
      this.seed = seed;
    }

    void run() {
      thread = Thread.currentThread(); // race: TaskPool$Task.thread
      long x = seed;
      for (int i = 0; i < 300 && valid; i++) x = Idiom.mix(x, i); // race: TaskPool$Task.valid
      result = x;
      thread = null; // race: TaskPool$Task.thread?
    }

    void cancel() {
      valid = false; // race: TaskPool$Task.valid
      Thread t = thread; // race: TaskPool$Task.thread
      if (t != null) t.interrupt();
    }
  }

  public static void main(String[] a) throws Exception {
    BlockingQueue<Task> q = new LinkedBlockingQueue<>();
    List<Task> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Task t = new Task(i);
      all.add(t);
      q.add(t);
    }
    Runnable worker =
        () -> {
          Task t;
          while ((t = q.poll()) != null) {
            t.run();
            Thread.interrupted();
          }
        };
    Idiom.par(
        () -> {
          for (int i = 5; i < all.size(); i += 10) {
            all.get(i).cancel();
            Thread.yield();
          }
        },
        worker,
        worker);
    long s = 0;
    for (int i = 0; i < all.size(); i++) if (i % 10 != 5) s += all.get(i).result;
    System.out.println(s);
  }
}
