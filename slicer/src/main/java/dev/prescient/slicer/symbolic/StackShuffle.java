package dev.prescient.slicer.symbolic;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** The instructions from {@code pop} to {@code swap}; a wide value is one entry of the stack. */
final class StackShuffle implements Opcodes {
  private StackShuffle() {}

  static void apply(int op, Frame f) {
    switch (op) {
      case POP -> f.pop();
      case POP2 -> take(f, 2);
      case DUP -> insert(f, 1, 0);
      case DUP_X1 -> insert(f, 1, 1);
      case DUP_X2 -> insert(f, 1, 2);
      case DUP2 -> insert(f, 2, 0);
      case DUP2_X1 -> insert(f, 2, 1);
      case DUP2_X2 -> insert(f, 2, 2);
      default -> {
        Value b = f.pop();
        Value a = f.pop();
        f.putBack(b);
        f.putBack(a);
      }
    }
  }

  private static void insert(Frame f, int words, int below) {
    List<Value> copied = take(f, words);
    List<Value> under = take(f, below);
    copied.forEach(f::putBack);
    under.forEach(f::putBack);
    copied.forEach(f::putBack);
  }

  /** Takes values off the stack, lowest first in the result. */
  private static List<Value> take(Frame f, int words) {
    List<Value> taken = new ArrayList<>();
    for (int left = words; left > 0; ) {
      Value v = f.pop();
      taken.add(0, v);
      left -= v.isWide() ? 2 : 1;
    }
    return taken;
  }
}
