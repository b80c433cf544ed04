package part.library;

/** Half of it is guarded. */
public class Counter {
  private static final Object LOCK = new Object();
  private int guarded;
  int racy;

  public void count() {
    synchronized (LOCK) {
      guarded++;
    }
    racy++;
  }

  public int guarded() {
    synchronized (LOCK) {
      return guarded;
    }
  }
}
