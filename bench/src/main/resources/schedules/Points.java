/** Many scheduling points: {@code alone}, {@code beside} another thread that could run, or {@code switch}. */
public class Points {
  private static volatile int flag;

  public static void main(String[] args) throws Exception {
    int n = Integer.parseInt(args[1]);
    Thread other = new Thread(() -> work(args[0].equals("switch"), n));
    if (!args[0].equals("alone")) {
      other.start();
    }
    work(args[0].equals("switch"), n);
    if (!args[0].equals("alone")) {
      other.join();
    }
  }

  private static void work(boolean gives, int n) {
    for (int i = 0; i < n; i++) {
      if (gives) {
        Thread.yield();
      } else {
        flag = i;
      }
    }
  }
}
