import java.util.*;
import java.util.concurrent.*;

/** Buffers swapped through an Exchanger. */
public class HandoffExchanger {
  public static void main(String[] a) throws Exception {
    Exchanger<int[]> x = new Exchanger<>();
    Idiom.par(
        () -> {
          try {
            int[] b = new int[16];
            for (int i = 0; i < 300; i++) {
              Arrays.fill(b, i);
              b = x.exchange(b);
            }
          } catch (InterruptedException e) {
          }
        },
        () -> {
          try {
            int[] b = new int[16];
            for (int i = 0; i < 300; i++) {
              b = x.exchange(b);
              for (int v : b) Idiom.check(v == i, "buf");
            }
          } catch (InterruptedException e) {
          }
        });
  }
}
