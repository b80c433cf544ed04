import java.util.*;

/** Calls of an elevator in a queue under a monitor. */
public class Elevator {
  static final class Controls {
    final ArrayDeque<int[]> calls = new ArrayDeque<>();
    int served;
    boolean closed;

    synchronized void call(int from, int to) {
      calls.add(new int[] {from, to});
      notify();
    }

    synchronized int[] claim() throws InterruptedException {
      while (calls.isEmpty() && !closed) wait();
      return calls.poll();
    }

    synchronized void done() {
      served++;
    }

    synchronized void close() {
      closed = true;
      notifyAll();
    }
  }

  public static void main(String[] a) throws Exception {
    Controls c = new Controls();
    long[] moved = new long[2];
    Idiom.par(
        () -> {
          Idiom.Rng r = new Idiom.Rng(8);
          for (int i = 0; i < 2000; i++) c.call(r.next(20), r.next(20));
          c.close();
        },
        () -> serve(c, moved, 0),
        () -> serve(c, moved, 1));
    Idiom.check(c.served == 2000 && moved[0] + moved[1] > 0, "served");
  }

  static void serve(Controls c, long[] moved, int id) {
    try {
      int[] w;
      while ((w = c.claim()) != null) {
        moved[id] += Math.abs(w[0] - w[1]);
        c.done();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
