/** SimpleDateFormat confined by ThreadLocal. */
public class ThreadLocalFormat {
  static final ThreadLocal<java.text.SimpleDateFormat> F =
      ThreadLocal.withInitial(() -> new java.text.SimpleDateFormat("yyyy-MM-dd"));

  public static void main(String[] a) throws Exception {
    Runnable r =
        () -> {
          try {
            for (int i = 0; i < 500; i++) {
              String s = "2011-0" + (1 + i % 9) + "-11";
              Idiom.check(F.get().format(F.get().parse(s)).equals(s), s);
            }
          } catch (java.text.ParseException e) {
            throw new RuntimeException(e);
          }
        };
    Idiom.par(r, r, r);
  }
}
