/**
 * An object handed over through a plain flag (Prescient Memory, ISMM 2016, seed example 1).
 *
 * <pre>
 *   publisher: data = new Foo(); flag = true       user: if (flag) data.bar()
 * </pre>
 *
 * In every interleaving the user that sees {@code flag} sees {@code data} as well. But no
 * happens-before edge orders the two: the user's load of {@code data} may return the old {@code
 * null}, and the call throws a NullPointerException (class {@code stale}). {@code volatile boolean
 * flag} repairs it.
 */
public final class UnsafePublication {
  static final class Foo {
    private final int size = 42;

    int bar() {
      return size;
    }
  }

  static Foo data;
  static boolean flag;

  private UnsafePublication() {}

  public static void main(String[] args) throws InterruptedException {
    Thread publisher = new Thread(UnsafePublication::publish, "publisher");
    Thread user = new Thread(UnsafePublication::use, "user");
    publisher.start();
    user.start();
    publisher.join();
    user.join();
  }

  private static void publish() {
    data = new Foo(); // race: data
    flag = true; // race: flag
  }

  private static void use() {
    if (flag) { // race: flag
      data.bar(); // race: data, stale: null
    }
  }
}
