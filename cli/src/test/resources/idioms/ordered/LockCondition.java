import java.util.concurrent.locks.*;

/** ReentrantLock with Conditions: bounded buffer of plain fields. */
public class LockCondition {
  static class Buf {
    final ReentrantLock l = new ReentrantLock();
    final Condition ne = l.newCondition(), nf = l.newCondition();
    final int[] d = new int[4];
    int n, p, g;

    void put(int v) {
      l.lock();
      try {
        while (n == 4) nf.awaitUninterruptibly();
        d[p++ & 3] = v;
        n++;
        ne.signal();
      } finally {
        l.unlock();
      }
    }

    int take() {
      l.lock();
      try {
        while (n == 0) ne.awaitUninterruptibly();
        int v = d[g++ & 3];
        n--;
        nf.signal();
        return v;
      } finally {
        l.unlock();
      }
    }
  }

  public static void main(String[] a) throws Exception {
    Buf b = new Buf();
    long[] s = new long[1];
    Idiom.par(
        () -> {
          for (int i = 0; i < 600; i++) b.put(i);
        },
        () -> {
          for (int i = 0; i < 600; i++) s[0] += b.take();
        });
    Idiom.check(s[0] == 179700L, "sum");
  }
}
