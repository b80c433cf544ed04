/** Several fields of one object accessed in a row, on lines of their own. */
public class FieldGroupRaces {
  static class Point {
    int x;
    int y;
    long z;
    String name;
    int alone;
  }

  static long sum(Point p) {
    long x = p.x; // race: FieldGroupRaces$Point.x
    long a = p.alone;
    long z = p.z; // race: FieldGroupRaces$Point.z
    return x + a + z;
  }

  static void set(Point p, int v) {
    p.x = v; // race: FieldGroupRaces$Point.x
    p.y = v;
    p.z = v; // race: FieldGroupRaces$Point.z
    p.name = "n"; // race: FieldGroupRaces$Point.name
  }

  static String name(Point p) {
    return p.name; // race: FieldGroupRaces$Point.name
  }

  public static void main(String[] args) throws Exception {
    Point p = new Point();
    Litmus.inTurn(
        () -> set(p, 1),
        () -> {
          Litmus.use(sum(p));
          Litmus.use(name(p));
        });
  }
}
