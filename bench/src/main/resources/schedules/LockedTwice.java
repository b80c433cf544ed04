package cases;

/** Correct: two threads, each four times under one lock. Its schedules do not come to an end soon. */
public final class LockedTwice {
  private int balance;

  private void deposit() {
    for (int i = 0; i < 4; i++) {
      synchronized (this) {
        balance++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    LockedTwice account = new LockedTwice();
    Thread alice = new Thread(account::deposit, "alice");
    Thread bob = new Thread(account::deposit, "bob");
    alice.start();
    bob.start();
    alice.join();
    bob.join();
    if (account.balance != 8) {
      throw new AssertionError("balance " + account.balance + ", want 8");
    }
  }
}
