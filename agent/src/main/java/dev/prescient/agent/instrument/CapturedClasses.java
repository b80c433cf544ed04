package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.List;

/**
 * The classes that were woven for capture, as they were before, until the trace's writer takes
 * them. Methods are numbered through all classes, from 1, in the order of each class file.
 *
 * <p>State: static, since a process has one trace; guarded by the class's monitor.
 */
public final class CapturedClasses {
  /** A class before weaving, subroutines inlined. */
  public static final class Captured {
    /** Number of its first method. */
    public final int firstMethod;

    /** Internal name. */
    public final String name;

    private final byte[] bytes;

    Captured(int firstMethod, String name, byte[] bytes) {
      this.firstMethod = firstMethod;
      this.name = name;
      this.bytes = bytes;
    }

    /** The class file; not to be changed. */
    public byte[] bytes() {
      return bytes;
    }
  }

  private static List<Captured> waiting = new ArrayList<>();
  private static int nextMethod = 1;

  private CapturedClasses() {}

  /** Numbers a class's methods; returns the number of its first one. */
  static synchronized int add(String name, byte[] bytes, int methods) {
    int first = nextMethod;
    nextMethod += methods;
    waiting.add(new Captured(first, name, bytes));
    return first;
  }

  /** The classes added since the last call. */
  public static synchronized List<Captured> take() {
    List<Captured> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }
}
