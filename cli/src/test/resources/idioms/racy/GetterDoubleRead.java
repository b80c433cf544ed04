/**
 * Lazy getter that re-reads the plain static: returns null after the null check. After
 * https://github.com/openjdk/jdk/pull/1914 JDK-8259021 (and JDK-8264032, JDK-8293197, codeql#4007).
 */
public class GetterDoubleRead {
  interface Access {
    int f();
  }

  static Access access;

  static void init() {
    access = () -> 42; // race: GetterDoubleRead.access
  }

  static Access get() {
    if (access == null) { // race: GetterDoubleRead.access
      init();
    }
    return access; // race: GetterDoubleRead.access?
  }

  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 50; i++) {
      access = null;
      Runnable r =
          () -> {
            Access x = get();
            if (x == null) System.out.println("getter returned null");
            if (x.f() != 42) System.out.println("wrong");
          };
      Idiom.par(r, r);
    }
  }
}
