/** Double-checked locking with a volatile field. */
public class DclVolatile {
  static class Cfg {
    int t;

    Cfg() {
      t = 30;
    }
  }

  static volatile Cfg inst;

  static Cfg get() {
    Cfg c = inst;
    if (c == null)
      synchronized (DclVolatile.class) {
        c = inst;
        if (c == null) inst = c = new Cfg();
      }
    return c;
  }

  public static void main(String[] a) throws Exception {
    for (int k = 0; k < 60; k++) {
      synchronized (DclVolatile.class) {
        inst = null;
      }
      Idiom.par(() -> Idiom.check(get().t == 30, "t"), () -> Idiom.check(get().t == 30, "t"));
    }
  }
}
