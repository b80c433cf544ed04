package dev.prescient.agent.instrument;

import org.jspecify.annotations.NullUnmarked;

/** Subject of {@link ArrayChecksTest}: each method accesses arrays in a way of its own. */
@NullUnmarked
@SuppressWarnings({"ArrayEquals", "IdentityBinaryExpression", "OperatorPrecedence"})
public class ArrayLoops {
  private final int[] a = {5, 3, 8, 1, 9, 2, 7, 4, 6, 0, 11, 13, 12, 10, 15, 14};
  private final int[] b = a.clone();
  private final double[] d = new double[16];
  private final byte[] bytes = new byte[32];
  private final Object[] objects = new Object[4];
  private final int limit = 12;
  private int sum;

  public void up() {
    int[] x = a;
    for (int i = 0; i < x.length; i++) {
      sum += x[i];
    }
  }

  public void down() {
    int[] x = a;
    for (int i = x.length - 1; i >= 2; i -= 3) {
      x[i] = i;
    }
  }

  public void stencil() {
    double[] row = d;
    for (int j = 1 + (sum & 1); j < row.length - 1; j += 2) {
      row[j] = row[j - 1] + row[j + 1] + row[j];
    }
  }

  public void stencilOfStepOne() {
    double[] row = d;
    double[] out = d.clone();
    for (int j = 2; j < limit; j++) {
      out[j] = row[j - 2] + row[j + 2];
    }
  }

  public void noIteration() {
    int[] x = a;
    for (int i = 5; i < 5; i++) {
      x[i] = x[i + 1];
    }
  }

  public void oneIteration() {
    double[] row = d;
    for (int j = 4; j < 5; j++) {
      row[j] = row[j - 2] + row[j + 2];
    }
  }

  public void pairs() {
    int[] x = a;
    for (int i = 0; i < 10; i += 2) {
      sum += x[i];
      sum ^= x[i + 1];
    }
  }

  public void pairsDown() {
    int[] x = a;
    for (int i = 10; i >= 0; i -= 2) {
      sum -= x[i + 1];
      sum ^= x[i];
    }
  }

  public void gapsInPairs() {
    int[] x = a;
    for (int i = 0; i < 10; i += 3) {
      sum += x[i];
      x[i + 1] = 2;
    }
  }

  public void withBase() {
    int[] x = a;
    int base = 3;
    for (int i = 0; i < 7; i++) {
      x[base + i] = x[i + base + 1] + 1;
    }
  }

  public void leftInTheMiddle() {
    int[] x = a;
    int[] y = b;
    for (int i = 0; i < x.length; i++) {
      int v = x[i];
      if (v == 2) {
        break;
      }
      y[i] = v;
    }
  }

  public int returnsInTheMiddle() {
    int[] x = a;
    for (int i = 0; i < x.length; i++) {
      if (x[i] == 7) {
        return i;
      }
    }
    return -1;
  }

  public void skips() {
    int[] x = a;
    int[] y = b;
    for (int i = 0; i < x.length; i++) {
      if ((x[i] & 1) == 0) {
        continue;
      }
      y[i] = 3;
    }
  }

  public void countsInTheMiddle() {
    int[] x = a;
    int i = 0;
    while (i < 12) {
      int v = x[i++];
      if (v == 4) {
        break;
      }
      x[i] = v;
      i += 2;
    }
  }

  public void testsAtTheEnd() {
    int[] x = a;
    int i = 3;
    do {
      x[i] = x[i] + 1;
      i++;
    } while (i < 9);
  }

  public void countsSometimes() {
    int[] x = a;
    for (int i = 0; i < 12; i++) {
      if (x[i] == 8) {
        i++;
      }
    }
  }

  public void countsTwoLocals() {
    int[] x = a;
    int[] y = b;
    for (int i = 0, j = 15; i < j; i++, j--) {
      x[i] = y[j];
    }
  }

  public void changesTheArray() {
    int[] x = a;
    for (int i = 0; i < 10; i++) {
      x[i] = i;
      if (i == 4) {
        x = b;
      }
    }
  }

  public void aliases() {
    int[] x = a;
    int[] y = a;
    for (int i = 0; i < 8; i++) {
      y[i + 1] = x[i];
    }
  }

  public void nested() {
    double[][] rows = {d, new double[16], d};
    for (int r = 0; r < rows.length; r++) {
      double[] row = rows[r];
      for (int j = 1; j < limit; j++) {
        row[j] -= 2 * row[j - 1];
      }
    }
  }

  public void calls() {
    int[] x = a;
    for (int i = 0; i < 5; i++) {
      x[i] = Math.max(x[i], 4);
      other(x, i);
    }
  }

  private void other(int[] x, int i) {
    sum += x[i];
  }

  public void references() {
    Object[] x = objects;
    for (int i = 0; i < x.length; i++) {
      x[i] = this;
    }
    for (int i = 0; i < x.length; i++) {
      sum += x[i] == null ? 1 : 2;
    }
  }

  public void longKept() {
    int[] x = a;
    long total = 1;
    double mean = 0;
    for (int i = 0; i < 9; i++) {
      total += x[i];
      mean += total;
    }
    sum += (int) (total + mean);
  }

  public void inRow() {
    byte[] x = bytes;
    int p = 4;
    sum += (x[p] & 255) | (x[p + 1] & 255) << 8 | (x[p + 2] & 255) << 16 | x[p + 3] << 24;
    x[p + 2] = (byte) sum;
    x[p + 1] = (byte) (sum >> 8);
    x[p] = (byte) (sum >> 16);
    x[p]++;
    p += 3;
    x[p] = 1;
    x[p + 1] = 2;
    p++;
  }

  public void readAndWritten() {
    int[] x = a;
    int i = 3;
    x[i] += 4;
    x[i + 1]++;
    x[x[i] & 7] *= 3;
    x[5] = x[5] + x[6];
  }

  public void fails() {
    int[] x = a;
    for (int i = 0; i < 20; i++) {
      x[i] = i;
    }
  }

  public void failsCounting() {
    int[] x = a;
    int i = 0;
    while (sum >= 0) {
      sum += x[i++];
    }
  }

  public void failsInside() {
    int[] x = a;
    int[] y = new int[3];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i];
    }
  }

  public void failsAtOnce() {
    int[] x = sum == 0 ? null : a;
    for (int i = 0; i < 3; i++) {
      x[i] = 1;
    }
  }

  public void caught() {
    int[] x = a;
    int[] y = new int[3];
    String text = "t";
    try {
      for (int i = 0; i < x.length; i++) {
        x[i] = y[i];
        text = text + "" + 'c';
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum += text.length();
    }
    try {
      for (int i = 0; i < x.length; i++) {
        int v = x[i] / (i - 5);
        sum += v;
      }
    } catch (ArithmeticException e) {
      sum++;
    } finally {
      sum += 2;
    }
  }

  public synchronized void locked() {
    int[] x = a;
    synchronized (x) {
      for (int i = 0; i < 4; i++) {
        x[i] = i;
      }
    }
    for (int i = 6; i < 9; i++) {
      x[i] = i;
    }
  }

  public void copies() {
    System.arraycopy(a, 2, b, 1, 5);
    sum += a.clone().length;
  }

  /** What the methods computed. */
  public long result() {
    long r = sum;
    for (int v : a) {
      r = r * 31 + v;
    }
    for (int v : b) {
      r = r * 31 + v;
    }
    for (double v : d) {
      r = r * 31 + Double.doubleToLongBits(v);
    }
    return r;
  }
}
