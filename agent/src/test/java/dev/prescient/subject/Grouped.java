package dev.prescient.subject;

import org.jspecify.annotations.NullUnmarked;

/**
 * Subject of CheckGroupsTest. The methods are read, never run; each digit at the end of a method's
 * name is the number of accesses of one group, in the order of their last accesses.
 */
@NullUnmarked
public final class Grouped {
  private int a;
  private int b;
  private int c;
  private long d;
  private int e;
  private volatile int v;
  private static int s;
  final Grouped other;

  Grouped() {
    other = null;
    a = 1;
    b = 2;
    d = 3;
  }

  int reads3() {
    return a + b + c;
  }

  int alone(Grouped p) {
    return a + p.b;
  }

  long twoObjects22(Grouped p) {
    return a + p.a + d + p.d;
  }

  void writes4() {
    a = 1;
    b = 2;
    c = 3;
    d = 4;
  }

  int atMostFour4() {
    return (int) (a + b + c + d + e);
  }

  void writesAndReads22(Grouped p) {
    p.a = 1;
    p.b = 2;
    c = p.c + p.e;
  }

  int sameFieldOnce2() {
    return a + b + a + b;
  }

  int volatileReadBetween() {
    return a + v + b;
  }

  void volatileWriteBetween2() {
    a = 1;
    v = 1;
    b = 1;
    c = 1;
  }

  int monitorBetween(Grouped p) {
    int x = a;
    synchronized (p) {
      return x + b;
    }
  }

  int callBetween() {
    return a + pick() + b;
  }

  private static int pick() {
    return 1;
  }

  double arithmeticBetween2() {
    return a + Math.sqrt(2) + b;
  }

  int jumpBetween2(boolean both) {
    return a + b + (both ? c : 0);
  }

  int loop(int n) {
    int sum = a;
    for (int i = 0; i < n; i++) {
      sum += b;
    }
    return sum;
  }

  int catchBetween(int[] x) {
    int sum = a;
    try {
      sum += x[0];
    } catch (ArrayIndexOutOfBoundsException wrong) {
      sum += b;
    }
    return sum;
  }

  int ownStatics2() {
    return a + s + b;
  }

  int frozenBetween() {
    return a + other.a + b;
  }
}
