/** Double-checked locking with a plain field. */
public class DclNoVolatile {
  static class Config {
    int timeout;
    String[] hosts;

    Config() {
      hosts = new String[] {"a", "b"}; // race: DclNoVolatile$Config.hosts, DclNoVolatile$Config.hosts[]
      timeout = 30; // race: DclNoVolatile$Config.timeout
    }
  }

  static Config instance;

  static Config get() {
    if (instance == null) // race: DclNoVolatile.instance
    synchronized (DclNoVolatile.class) {
        if (instance == null) instance = new Config(); // race: DclNoVolatile.instance
      }
    return instance; // race: DclNoVolatile.instance?
  }

  static void use() {
    Config c = get();
    if (c.timeout != 30) System.out.println("timeout"); // race: DclNoVolatile$Config.timeout
    String[] hosts = c.hosts; // race: DclNoVolatile$Config.hosts
    if (hosts[1] == null) System.out.println("hosts"); // race: DclNoVolatile$Config.hosts[]
  }

  public static void main(String[] a) throws Exception {
    for (int round = 0; round < 100; round++) {
      synchronized (DclNoVolatile.class) {
        instance = null;
      }
      Idiom.par(DclNoVolatile::use, DclNoVolatile::use);
    }
  }
}
