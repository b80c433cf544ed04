package dev.prescient.subject;

import org.jspecify.annotations.NullUnmarked;

/**
 * Subject of CheckFlowTest. The methods are read, never run; the number in a method's name says how
 * many of its accesses of {@code x} need a check in fast mode.
 */
@NullUnmarked
public final class Checked {
  int x;
  int y;
  volatile int v;
  Checked next;
  final Checked self = null;

  int twice1(Checked p) {
    return p.x + p.x;
  }

  void readThenWrite1(Checked p) {
    p.x += y;
  }

  void readThenWriteWithDivision2(Checked p) {
    p.x = p.x / y;
  }

  void writeThenRead1(Checked p) {
    p.x = 1;
    y = p.x;
  }

  int finalFieldOfParameter1(Checked p) {
    return p.self.x + p.self.x;
  }

  int finalFieldReleased2(Checked p) {
    int a = p.self.x;
    v = 1;
    return a + p.self.x;
  }

  int release2(Checked p) {
    int a = p.x;
    v = 1;
    return a + p.x;
  }

  int acquire1(Checked p) {
    int a = p.x;
    return a + v + p.x;
  }

  int acquireBeforeWrite2(Checked p) {
    int a = p.x;
    p.x = v;
    return a;
  }

  int monitor2(Checked p) {
    int a;
    synchronized (p) {
      a = p.x;
    }
    return a + p.x;
  }

  int call2(Checked p, Runnable r) {
    int a = p.x;
    r.run();
    return a + p.x;
  }

  int quietCall1(Checked p) {
    int a = p.x;
    return quiet(a) + Math.max(p.x, 1);
  }

  private static int quiet(int a) {
    return a < 0 ? -a : a;
  }

  int loudCall2(Checked p) {
    int a = p.x;
    return loud(a) + p.x;
  }

  private int loud(int a) {
    v = a;
    return a;
  }

  int branch2(Checked p, boolean b) {
    int a = b ? p.x : 0;
    return a + p.x;
  }

  int bothBranches2(Checked p, boolean b) {
    int a = b ? p.x : p.x + 1;
    return a + p.x;
  }

  int otherObject2(Checked p, Checked q) {
    int a = p.x;
    p = q;
    return a + p.x;
  }

  int loadedTwice2() {
    return next.x + next.x;
  }

  int finalField1() {
    return self.x + self.x;
  }

  int list1(Checked p) {
    int sum = 0;
    for (Checked q = p; q != null; q = q.next) {
      sum += q.x + q.x;
    }
    return sum;
  }

  int before2(Checked p) {
    int sum = 0;
    Checked before = p;
    for (Checked q = p.next; q != null; q = q.next) {
      sum += q.x - before.x;
      before = q;
    }
    return sum;
  }

  void spin1() {
    while (x == 0) {
      Thread.onSpinWait();
    }
  }

  int handler2(Checked p, Runnable r) {
    int a = p.x;
    try {
      r.run();
    } catch (IllegalStateException e) {
      a += p.x;
    }
    return a;
  }

  int exception2(Checked p) {
    int a = p.x;
    try {
      a += y;
    } catch (IllegalStateException e) {
      a += p.x;
    }
    return a;
  }

  /** Constructors: the number of fresh stores of {@code x} is in the parameter's name. */
  Checked(int fresh1) {
    x = fresh1;
    next = this;
    x = 2;
  }

  Checked(long fresh2) {
    this.x = 1;
    if (fresh2 > 0) {
      x = 2;
    }
  }

  Checked(Runnable fresh1) {
    x = 1;
    escape(this);
    x = 2;
  }

  Checked(boolean fresh0) {
    this(1L);
    x = 1;
  }

  Checked(double fresh1) {
    Checked alias = this;
    alias.x = 1;
    (fresh1 > 0 ? alias : next).x = 2;
  }

  private static void escape(Checked c) {
    c.y = 1;
  }
}
