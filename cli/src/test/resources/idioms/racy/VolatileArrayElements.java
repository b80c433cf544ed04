/** The elements of a volatile array are not volatile. */
public class VolatileArrayElements {
  static volatile int[] slots = new int[64];

  public static void main(String[] a) throws Exception {
    int[] seen = new int[1];
    Idiom.par(
        () -> {
          int[] s = slots;
          for (int i = 1; i <= 4000; i++) s[i & 63] = i; // race: VolatileArrayElements.slots[]
        },
        () -> {
          int[] s = slots;
          for (int i = 0; i < 4000; i++) seen[0] = Math.max(seen[0], s[i & 63]); // race: VolatileArrayElements.slots[]
        });
    System.out.println("max seen=" + seen[0]);
  }
}
