/**
 * Double-checked locking on a plain field: fields of the object still at their defaults. After
 * https://github.com/flowable/flowable-engine/pull/56, https://github.com/apache/druid/pull/6662,
 * https://github.com/apache/skywalking/pull/2503.
 */
public class LazyHolder {
  static class Config {
    int port;
    String host;

    Config() {
      port = 8080; // race: LazyHolder$Config.port
      host = "localhost"; // race: LazyHolder$Config.host
    }
  }

  Config instance; // not volatile

  Config get() {
    if (instance == null) { // race: LazyHolder.instance
      synchronized (this) {
        if (instance == null) {
          instance = new Config(); // race: LazyHolder.instance
        }
      }
    }
    return instance; // race: LazyHolder.instance?
  }

  void use() {
    Config c = get();
    if (c == null) System.out.println("null");
    if (c.port != 8080 || c.host == null) // race: LazyHolder$Config.host, LazyHolder$Config.port
    System.out.println("half built: " + c.port + " " + c.host);
  }

  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 50; i++) {
      LazyHolder m = new LazyHolder();
      Idiom.par(m::use, m::use);
    }
  }
}
