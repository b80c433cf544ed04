package dev.prescient.canary;

/** The twin of {@link RacyCanary}: the same accesses under one lock. Nothing races. */
public final class LockedCanary {
  private static final Object LOCK = new Object();
  private static int hits;

  private LockedCanary() {}

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> write(1));
    other.start();
    write(2);
    other.join();
    System.out.println(hits);
  }

  private static void write(int value) {
    synchronized (LOCK) {
      hits = value;
    }
  }
}
