/** The lock changes with the value that it should guard. */
public class LockOnBoxed {
  static Integer hits = 0;

  public static void main(String[] a) throws Exception {
    Runnable r =
        () -> {
          for (int i = 0; i < 5000; i++)
            synchronized (hits) { // race: LockOnBoxed.hits
              hits++; // race: LockOnBoxed.hits
            }
        };
    Idiom.par(r, r);
    System.out.println("hits=" + hits);
  }
}
