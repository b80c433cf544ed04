import java.util.function.Supplier;

/** A lazy value whose fast path skips the volatile field. */
public class LazyPublication {
  static final class Lazy<T> {
    private volatile Supplier<T> supplier;
    private T value;

    Lazy(Supplier<T> s) {
      supplier = s;
    }

    T get() {
      T v = value; // race: LazyPublication$Lazy.value
      if (v != null) return v; // wrong shortcut: no happens-before on this path
      synchronized (this) {
        if (supplier != null) {
          value = supplier.get(); // race: LazyPublication$Lazy.value
          supplier = null;
        }
        return value;
      }
    }
  }

  static final class Point {
    int x;

    Point(int x) {
      this.x = x; // race: LazyPublication$Point.x
    }
  }

  public static void main(String[] a) throws Exception {
    for (int round = 0; round < 100; round++) {
      Lazy<Point> l = new Lazy<>(() -> new Point(42));
      Runnable use =
          () -> {
            if (l.get().x != 42) System.out.println("x"); // race: LazyPublication$Point.x
          };
      Idiom.par(use, use);
    }
  }
}
