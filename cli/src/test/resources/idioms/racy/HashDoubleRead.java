/**
 * Cached hash read twice: non-zero first, zero second. After
 * https://github.com/Netflix/spectator/pull/996; https://stackoverflow.com/questions/12554570
 * (Manson, benign data races).
 */
public class HashDoubleRead {
  static class TagSet {
    final int[] tags = {3, 5, 7};
    int cachedHash;

    int hash() {
      if (cachedHash == 0) { // race: HashDoubleRead$TagSet.cachedHash
        int h = 1;
        for (int t : tags) h = 31 * h + t;
        cachedHash = h; // race: HashDoubleRead$TagSet.cachedHash
      }
      return cachedHash; // race: HashDoubleRead$TagSet.cachedHash?
    }
  }

  static int want;

  public static void main(String[] a) throws Exception {
    want = new TagSet().hash();
    for (int i = 0; i < 50; i++) {
      TagSet s = new TagSet();
      Runnable r =
          () -> {
            int h = s.hash();
            if (h != want) System.out.println("hash " + h + " != " + want);
          };
      Idiom.par(r, r);
    }
  }
}
