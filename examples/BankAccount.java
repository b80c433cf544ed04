/**
 * A lost update (Error Invariants for Concurrent Traces, FM 2016, introduction).
 *
 * <p>Two threads book amounts on one balance without a lock, each amount as a read into a local and
 * a write. A deposit between the other thread's read and write is lost, and main finds the wrong
 * sum. An ordinary interleaving shows it (class {@code interleaving}): {@code pm hunt} finds the
 * schedule, {@code pm explain} the deposit that is lost, where the order of two statements ({@code
 * hb}) is part of the reason.
 */
public final class BankAccount {
  private static final int[] AMOUNTS = {10, 20, 30, -40, -5};
  private static final int DEPOSITS = 3;

  static int balance;

  private BankAccount() {}

  public static void main(String[] args) throws InterruptedException {
    Thread deposits = new Thread(() -> book(0, DEPOSITS), "deposits");
    Thread withdrawals = new Thread(() -> book(DEPOSITS, AMOUNTS.length), "withdrawals");
    deposits.start();
    withdrawals.start();
    deposits.join();
    withdrawals.join();
    int expected = 0;
    for (int amount : AMOUNTS) {
      expected += amount;
    }
    assert balance == expected : "balance is " + balance + ", expected " + expected;
  }

  private static void book(int from, int to) {
    for (int i = from; i < to; i++) {
      int before = balance; // race: balance
      balance = before + AMOUNTS[i]; // race: balance
    }
  }
}
