/** The flag of a copy was never written after the copy was made: reading it orders nothing. */
public class CloneOfFlag implements Cloneable {
  static CloneOfFlag copy;
  static int plain;
  volatile boolean set;

  public static void main(String[] a) throws Exception {
    Thread reader =
        new Thread(
            () -> {
              while (copy == null) { // race: CloneOfFlag.copy
                Thread.yield();
              }
              CloneOfFlag mine = copy; // race: CloneOfFlag.copy?
              boolean set = mine.set;
              int seen = plain; // race: CloneOfFlag.plain
              System.out.println(set + " " + seen);
            },
            "reader");
    reader.start();
    CloneOfFlag original = new CloneOfFlag();
    plain = 1; // race: CloneOfFlag.plain
    original.set = true;
    copy = (CloneOfFlag) original.clone(); // race: CloneOfFlag.copy
    reader.join();
  }
}
