package dev.prescient.agent.instrument;

import org.jspecify.annotations.NullUnmarked;

/** Subject of {@link MemoryPassTest}: one store and one load of every kind of variable. */
@NullUnmarked
public class Accesses extends AccessesBase implements Runnable {
  boolean z;
  byte b;
  char c;
  short s;
  int i;
  long j;
  float f;
  double d;
  String text;
  int[] numbers;
  static long staticLong;
  static String staticText;
  final StringBuilder log = new StringBuilder();

  public Accesses() {
    super(new Object());
    i = 1;
  }

  @Override
  public void run() {
    z = true;
    b = -3;
    c = 'x';
    s = -4;
    i = 5;
    j = 6L << 40;
    f = 1.5f;
    d = 2.5;
    text = "t";
    numbers = new int[] {7};
    staticLong = 8;
    staticText = "u";
    inherited = 9;
    show(z, b, c, s, i, j, f, d, text, numbers.length, staticLong, staticText, inherited);
    boolean[] zs = {true, false};
    byte[] bs = {1, 2};
    int[] is = {3, 4};
    long[] js = {5, 6};
    double[] ds = {7, 8};
    String[] ts = {"a", "b"};
    int[][] iss = {is};
    for (int k = 0; k < 2; k++) {
      show(zs[k], bs[k], is[k], js[k], ds[k], ts[k]);
      is[k] += 10;
      js[k]++;
      bs[k] ^= 0x55;
    }
    k(is)[0] = 42;
    show(iss[0][1], is[0], ts[ts.length - 1].length());
    Accesses none = log.length() > 0 ? null : this;
    try {
      none.i = 3;
    } catch (NullPointerException e) {
      show("null");
    }
    try {
      is[2] = 3;
    } catch (ArrayIndexOutOfBoundsException e) {
      show("bounds");
    }
  }

  private static int[] k(int[] is) {
    return is;
  }

  private void show(Object... values) {
    for (Object v : values) {
      log.append(v).append(' ');
    }
  }

  @Override
  public String toString() {
    return log.toString();
  }
}

/** Declares a field that its subclass accesses. */
class AccessesBase {
  int inherited;

  AccessesBase(Object ignored) {
    inherited = ignored == null ? 1 : 2;
  }
}
