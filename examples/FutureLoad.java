/**
 * A load that takes effect after a later store (Prescient Memory, ISMM 2016, seed example 2).
 *
 * <pre>
 *   reader: r = data; flag = 1; assert r == 0      writer: while (flag == 0); data = 1
 * </pre>
 *
 * In every interleaving the reader loads {@code data} before the writer may store it, so the
 * assertion holds. But nothing is synchronised: a compiler or processor may swap the reader's load
 * of {@code data} with its store of {@code flag}, and then {@code r} is 1, a value from the future.
 * No race detector and no schedule shows that; {@code pm hunt} does (class {@code future}).
 *
 * <p>The plain {@code flag} is a second true finding: a writer that keeps seeing the old 0 never
 * ends (class {@code stale}).
 */
public final class FutureLoad {
  static int data;
  static int flag;

  private FutureLoad() {}

  public static void main(String[] args) throws InterruptedException {
    Thread reader = new Thread(FutureLoad::read, "reader");
    Thread writer = new Thread(FutureLoad::write, "writer");
    reader.start();
    writer.start();
    reader.join();
    writer.join();
  }

  private static void read() {
    int r = data; // race: data, future: 1
    flag = 1; // race: flag
    assert r == 0 : "data was " + r + " before anyone may have stored it";
  }

  private static void write() {
    while (flag == 0) {} // race: flag, stale: 0
    data = 1; // race: data
  }
}
