/** Starts and joins two threads, again and again: the least that a schedule of two threads takes. */
public class Threads {
  private static int count;

  private static synchronized void add() {
    count++;
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Thread a = new Thread(Threads::add);
      Thread b = new Thread(Threads::add);
      a.start();
      b.start();
      a.join();
      b.join();
    }
  }
}
