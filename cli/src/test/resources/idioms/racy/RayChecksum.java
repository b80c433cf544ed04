/** Workers add to a static checksum, each under a lock of its own. */
public class RayChecksum {
  static long checksum;
  final int id;

  RayChecksum(int id) {
    this.id = id;
  }

  public static void main(String[] a) throws Exception {
    Idiom.par(new RayChecksum(0)::trace, new RayChecksum(1)::trace);
    System.out.println(checksum);
  }

  void trace() {
    for (int y = id; y < 200; y += 2) {
      long row = 0;
      for (int x = 0; x < 50; x++) row = Idiom.mix(row, x * y);
      synchronized (this) {
        checksum += row; // race: RayChecksum.checksum
      }
    }
  }
}
