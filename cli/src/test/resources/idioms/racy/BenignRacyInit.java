/** A cached hash code as in String: a race all the same, though a benign one. */
public class BenignRacyInit {
  static final class Key {
    final String a, b;
    private int hash;

    Key(String a, String b) {
      this.a = a;
      this.b = b;
    }

    @Override
    public int hashCode() {
      int h = hash; // race: BenignRacyInit$Key.hash
      if (h == 0) {
        h = 31 * a.hashCode() + b.hashCode();
        hash = h; // race: BenignRacyInit$Key.hash
      }
      return h;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Key && ((Key) o).a.equals(a) && ((Key) o).b.equals(b);
    }
  }

  public static void main(String[] a) throws Exception {
    Key[] k = new Key[2000];
    for (int i = 0; i < k.length; i++) k[i] = new Key("a" + i, "b" + i);
    int[] bad = new int[2];
    Runnable[] r = new Runnable[2];
    for (int id = 0; id < 2; id++) {
      int me = id;
      r[id] =
          () -> {
            for (int i = 0; i < 4000; i++) {
              Key x = k[i % 2000];
              if (x.hashCode() != 31 * x.a.hashCode() + x.b.hashCode()) bad[me]++;
            }
          };
    }
    Idiom.par(r);
    System.out.println("wrong=" + (bad[0] + bad[1]));
  }
}
