import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Runs pairs of constructs, each side in a thread of its own. The driver's threads wait for each
 * other by opaque accesses, which order nothing, and none ends before all are done: nothing but the
 * constructs orders the two sides. Each pair runs several times, since the first run links code in
 * the JDK, which has tables that order threads by accident.
 *
 * <p>Arguments: {@code Name:mode}, the mode being plain, together, or reversed.
 */
public class Edges {
  private static final int ROUNDS = 3;
  private static final int BATCH = 16;
  private static final VarHandle OPAQUE = MethodHandles.arrayElementVarHandle(int[].class);

  public static void main(String[] pairs) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < pairs.length; i += BATCH) {
        run(pairs, i, Math.min(pairs.length, i + BATCH));
      }
    }
  }

  private static void run(String[] pairs, int from, int to) throws Exception {
    Thread[] threads = new Thread[2 * (to - from)];
    int[] done = new int[threads.length + 2];
    int start = threads.length;
    int end = threads.length + 1;
    for (int i = from; i < to; i++) {
      String[] pair = pairs[i].split(":");
      Edge edge = (Edge) Class.forName(pair[0]).getDeclaredConstructor().newInstance();
      int k = 2 * (i - from);
      boolean reversed = pair[1].equals("reversed");
      int write = reversed ? k + 1 : start;
      int read = pair[1].equals("plain") ? k : start;
      threads[k] = new Thread(() -> side(edge, true, done, write, k, end), pair[0] + " writes");
      threads[k + 1] =
          new Thread(() -> side(edge, false, done, read, k + 1, end), pair[0] + " reads");
    }
    for (Thread t : threads) {
      t.start();
    }
    OPAQUE.setOpaque(done, start, 1);
    for (int i = 0; i < threads.length; i++) {
      await(done, i);
    }
    OPAQUE.setOpaque(done, end, 1);
    for (Thread t : threads) {
      t.join();
    }
  }

  private static void side(Edge edge, boolean writes, int[] done, int after, int me, int end) {
    await(done, after);
    try {
      if (writes) {
        edge.write();
      } else {
        edge.read();
      }
    } catch (Throwable e) {
      System.out.println("WRONG " + edge.getClass().getName() + " " + e);
    }
    OPAQUE.setOpaque(done, me, 1);
    await(done, end);
  }

  private static void await(int[] done, int i) {
    while ((int) OPAQUE.getOpaque(done, i) == 0) {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.onSpinWait();
      }
    }
  }
}
