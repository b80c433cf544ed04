/** An account without a lock. */
public class CounterPlusPlus {
  static class Account {
    int balance;

    void deposit(int n) {
      balance = balance + n; // race: CounterPlusPlus$Account.balance
    }
  }

  public static void main(String[] a) throws Exception {
    Account acc = new Account();
    Runnable r =
        () -> {
          for (int i = 0; i < 5000; i++) acc.deposit(1);
        };
    Idiom.par(r, r, r);
    System.out.println("balance=" + acc.balance);
  }
}
