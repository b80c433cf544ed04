package dev.prescient.canary;

/** Two threads write one plain field: a race on {@code hits} that every detector must see. */
public final class RacyCanary {
  private static int hits;

  private RacyCanary() {}

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> hits = 1);
    other.start();
    hits = 2;
    other.join();
    System.out.println(hits);
  }
}
