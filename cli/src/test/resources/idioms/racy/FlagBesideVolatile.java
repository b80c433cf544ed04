/**
 * The data is volatile, the flag is not: plain flag load may move below the volatile data load.
 * After https://github.com/h2database/h2database/pull/4374 (review on volatile pos).
 */
public class FlagBesideVolatile {
  static class PageRef {
    volatile long pos;
    Object page = "unsaved";
  }

  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 50; i++) {
      PageRef ref = new PageRef();
      Runnable w =
          () -> {
            ref.pos = 4711;
            ref.page = null; // race: FlagBesideVolatile$PageRef.page
          };
      Runnable r =
          () -> {
            Object p = ref.page; // race: FlagBesideVolatile$PageRef.page
            long pos = ref.pos;
            if (p == null && pos == 0) System.out.println("Position 0");
          };
      Idiom.par(w, r);
    }
  }
}
