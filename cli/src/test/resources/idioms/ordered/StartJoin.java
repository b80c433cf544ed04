/** Thread.start / Thread.join / isAlive hand-over. */
public class StartJoin {
  public static void main(String[] a) throws Exception {
    for (int k = 0; k < 60; k++) {
      int[] b = {k};
      Thread t = new Thread(() -> b[0]++);
      t.start();
      t.join();
      Idiom.check(b[0] == k + 1, "join");
      b[0] = 0;
      Thread u = new Thread(() -> b[0] = 9);
      u.start();
      while (u.isAlive()) Thread.onSpinWait();
      Idiom.check(b[0] == 9, "isAlive");
    }
  }
}
