/**
 * Two array stores seen in the opposite order. After https://stackoverflow.com/questions/13440329.
 */
public class ArrayStoreOrder {
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 50; i++) {
      int[] ds = {0, 0};
      Runnable w =
          () -> {
            ds[0] = 1; // race: int[]
            ds[1] = 1; // race: int[]
          };
      Runnable r =
          () -> {
            int d1 = ds[1]; // race: int[]
            int d0 = ds[0]; // race: int[]
            if (d1 == 1 && d0 == 0) System.out.println("{0,1}");
          };
      Idiom.par(w, r);
    }
  }
}
