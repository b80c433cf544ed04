package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Variable;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Arithmetic of the JVM on concrete values, with linear terms where the result has one. Wraps of
 * {@code int} and {@code long} are subtracted from the term as observed, and counted.
 */
final class Arithmetic implements Opcodes {
  /** Results that wrapped. */
  int wraps;

  /** A result: its bits, and its term or null if it is not linear. */
  record Result(char kind, long bits, @Nullable Linear term) {}

  /**
   * A binary operation, shifts and comparisons included.
   *
   * @throws ArithmeticException for a division by zero
   */
  Result binary(int opcode, Value a, Value b) {
    return switch (opcode) {
      case IADD, ISUB, IMUL, ISHL -> integer(opcode, a, b);
      case LADD, LSUB, LMUL -> wide(opcode, a, b);
      case IDIV, IREM, ISHR, IUSHR, IAND, IOR, IXOR ->
          new Result('I', bits(opcode, a.asInt(), b.asInt()), null);
      case LSHL, LSHR, LUSHR, LDIV, LREM, LAND, LOR, LXOR ->
          new Result('J', bits(opcode, a.bits(), b.bits()), null);
      case LCMP -> new Result('I', Long.compare(a.bits(), b.bits()), null);
      case FADD, FSUB, FMUL, FDIV, FREM ->
          new Result('F', Float.floatToRawIntBits(floats(opcode, a.asFloat(), b.asFloat())), null);
      case DADD, DSUB, DMUL, DDIV, DREM ->
          new Result(
              'D', Double.doubleToRawLongBits(doubles(opcode, a.asDouble(), b.asDouble())), null);
      case FCMPL, FCMPG ->
          new Result('I', compare(opcode == FCMPG, a.asFloat(), b.asFloat()), null);
      case DCMPL, DCMPG ->
          new Result('I', compare(opcode == DCMPG, a.asDouble(), b.asDouble()), null);
      default -> throw new LostTrack("opcode " + opcode);
    };
  }

  private Result integer(int opcode, Value a, Value b) {
    int x = a.asInt();
    int y = b.asInt();
    int bits =
        switch (opcode) {
          case IADD -> x + y;
          case ISUB -> x - y;
          case IMUL -> x * y;
          default -> x << y;
        };
    Linear exact =
        switch (opcode) {
          case IADD -> exact(a.term(), b.term(), 1);
          case ISUB -> exact(a.term(), b.term(), -1);
          case IMUL -> product(a, b);
          default -> b.isConstant() ? times(a.term(), 1L << (y & 31)) : null;
        };
    long full =
        switch (opcode) {
          case IADD -> (long) x + y;
          case ISUB -> (long) x - y;
          case IMUL -> (long) x * y;
          default -> (long) x * (1L << (y & 31));
        };
    return new Result('I', bits, wrapped(exact, full - bits));
  }

  private Result wide(int opcode, Value a, Value b) {
    long x = a.bits();
    long y = b.bits();
    try {
      return switch (opcode) {
        case LADD -> new Result('J', Math.addExact(x, y), exact(a.term(), b.term(), 1));
        case LSUB -> new Result('J', Math.subtractExact(x, y), exact(a.term(), b.term(), -1));
        default -> new Result('J', Math.multiplyExact(x, y), product(a, b));
      };
    } catch (ArithmeticException e) { // wraps at 64 bits: one observed point
      wraps++;
      long bits = opcode == LADD ? x + y : opcode == LSUB ? x - y : x * y;
      return new Result('J', bits, null);
    }
  }

  private static @Nullable Linear exact(Linear a, Linear b, long factor) {
    try {
      return a.plus(b, factor);
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable Linear product(Value a, Value b) {
    return b.isConstant()
        ? times(a.term(), b.term().constant())
        : a.isConstant() ? times(b.term(), a.term().constant()) : null;
  }

  private static @Nullable Linear times(Linear a, long factor) {
    try {
      return a.times(factor);
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private @Nullable Linear wrapped(@Nullable Linear term, long excess) {
    if (excess != 0) {
      wraps++;
    }
    return term == null ? null : exact(term, Linear.constant(excess), -1);
  }

  /** A negation or conversion. */
  Result unary(int opcode, Value a) {
    return switch (opcode) {
      case INEG -> narrow(times(a.term(), -1), -(long) a.asInt(), -a.asInt());
      case LNEG ->
          new Result('J', -a.bits(), a.bits() == Long.MIN_VALUE ? null : times(a.term(), -1));
      case FNEG -> new Result('F', Float.floatToRawIntBits(-a.asFloat()), null);
      case DNEG -> new Result('D', Double.doubleToRawLongBits(-a.asDouble()), null);
      case I2L -> new Result('J', a.bits(), a.term());
      case L2I -> {
        int low = (int) a.bits();
        yield narrow(a.term(), a.bits(), low);
      }
      case I2B -> narrow(a.term(), a.bits(), (byte) a.bits());
      case I2C -> narrow(a.term(), a.bits(), (char) a.bits());
      case I2S -> narrow(a.term(), a.bits(), (short) a.bits());
      case I2F -> new Result('F', Float.floatToRawIntBits((float) a.asInt()), null);
      case I2D -> new Result('D', Double.doubleToRawLongBits((double) a.asInt()), null);
      case L2F -> new Result('F', Float.floatToRawIntBits((float) a.bits()), null);
      case L2D -> new Result('D', Double.doubleToRawLongBits((double) a.bits()), null);
      case F2I -> new Result('I', (int) a.asFloat(), null);
      case F2L -> new Result('J', (long) a.asFloat(), null);
      case F2D -> new Result('D', Double.doubleToRawLongBits((double) a.asFloat()), null);
      case D2I -> new Result('I', (int) a.asDouble(), null);
      case D2L -> new Result('J', (long) a.asDouble(), null);
      case D2F -> new Result('F', Float.floatToRawIntBits((float) a.asDouble()), null);
      default -> throw new LostTrack("opcode " + opcode);
    };
  }

  private Result narrow(@Nullable Linear term, long full, long bits) {
    return new Result('I', bits, wrapped(term, full - bits));
  }

  private static int bits(int opcode, int x, int y) {
    return switch (opcode) {
      case IDIV -> x / y;
      case IREM -> x % y;
      case ISHR -> x >> y;
      case IUSHR -> x >>> y;
      case IAND -> x & y;
      case IOR -> x | y;
      default -> x ^ y;
    };
  }

  private static long bits(int opcode, long x, long y) {
    return switch (opcode) {
      case LDIV -> x / y;
      case LREM -> x % y;
      case LSHL -> x << y;
      case LSHR -> x >> y;
      case LUSHR -> x >>> y;
      case LAND -> x & y;
      case LOR -> x | y;
      default -> x ^ y;
    };
  }

  private static float floats(int opcode, float x, float y) {
    return switch (opcode) {
      case FADD -> x + y;
      case FSUB -> x - y;
      case FMUL -> x * y;
      case FDIV -> x / y;
      default -> x % y;
    };
  }

  private static double doubles(int opcode, double x, double y) {
    return switch (opcode) {
      case DADD -> x + y;
      case DSUB -> x - y;
      case DMUL -> x * y;
      case DDIV -> x / y;
      default -> x % y;
    };
  }

  private static int compare(boolean nanIsGreater, double x, double y) {
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : nanIsGreater ? 1 : -1;
  }

  /** How a binary operation is written. */
  static String symbol(int opcode) {
    return switch (opcode) {
      case IADD, LADD, FADD, DADD -> "+";
      case ISUB, LSUB, FSUB, DSUB -> "-";
      case IMUL, LMUL, FMUL, DMUL -> "*";
      case IDIV, LDIV, FDIV, DDIV -> "/";
      case IREM, LREM, FREM, DREM -> "%";
      case ISHL, LSHL -> "<<";
      case ISHR, LSHR -> ">>";
      case IUSHR, LUSHR -> ">>>";
      case IAND, LAND -> "&";
      case IOR, LOR -> "|";
      case IXOR, LXOR -> "^";
      default -> "⋚";
    };
  }

  static Variable.Type type(char kind) {
    return Value.type(kind);
  }
}
