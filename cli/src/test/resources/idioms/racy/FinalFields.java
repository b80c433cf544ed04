import java.util.*;

/** Immutable object published through a plain reference. */
public class FinalFields {
  static final class Imm {
    final int a;
    final int[] arr;
    final List<Integer> list;

    Imm(int v) {
      a = v;
      arr = new int[] {v};
      list = new ArrayList<>();
      list.add(v);
    }
  }

  static Imm box;

  public static void main(String[] a) throws Exception {
    Idiom.par(
        () -> {
          for (int i = 0; i < 5000; i++) box = new Imm(i); // race: FinalFields.box
        },
        () -> {
          for (int i = 0; i < 5000; i++) {
            Imm m = box; // race: FinalFields.box
            if (m != null) Idiom.check(m.a == m.arr[0] && m.list.get(0) == m.a, "imm");
          }
        });
  }
}
