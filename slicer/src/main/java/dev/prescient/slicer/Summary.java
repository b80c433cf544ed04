package dev.prescient.slicer;

import dev.prescient.slicer.formula.Hazards;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import dev.prescient.slicer.interpolate.Refutation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One paragraph on a slice in plain words. */
final class Summary {
  private Summary() {}

  static String of(TraceFormula formula, Refutation r, Hazards hazards, SourceText text) {
    List<Statement> slice = r.statements();
    StringBuilder s = new StringBuilder();
    s.append(formula.goalLocation()).append(" needed ").append(formula.goalText());
    s.append("; it did not hold. ");
    String cause = outOfOrder(formula, slice, hazards, text);
    if (cause == null) {
      cause = interference(formula, slice);
    }
    if (cause == null) {
      cause = late(formula, slice, hazards, text);
    }
    if (cause != null) {
      s.append(cause).append(' ');
    }
    TreeSet<String> threads = new TreeSet<>();
    slice.forEach(i -> threads.add(formula.threads().get(i.thread())));
    s.append(slice.size()).append(" of ").append(formula.statements().size());
    s.append(" statements decide it, of thread");
    s.append(threads.size() == 1 ? " " : "s ").append(String.join(", ", threads)).append('.');
    return s.toString();
  }

  /** A value from the future or the past. */
  private static @Nullable String outOfOrder(
      TraceFormula formula, List<Statement> slice, Hazards hazards, SourceText text) {
    for (Statement s : slice) {
      if (hazards.isOutOfOrder(s)) {
        Variable v = formula.variable(s.read());
        boolean future = v.definition() > s.index();
        String origin =
            v.definition() < 0
                ? "its initial value"
                : (future ? "written later at " : "written at ")
                    + formula.statement(v.definition()).location();
        return "Thread "
            + formula.threads().get(s.thread())
            + " read "
            + formula.base(v.base()).name()
            + " at "
            + s.location()
            + " and got "
            + text.value(v.type(), v.value())
            + (future ? " from the future, " : " from the past, ")
            + origin
            + ".";
      }
    }
    return null;
  }

  /** The last access of another thread between two accesses of one thread to the same cell. */
  private static @Nullable String interference(TraceFormula formula, List<Statement> slice) {
    for (int k = slice.size() - 1; k >= 0; k--) {
      Statement last = slice.get(k);
      int cell = cell(formula, last);
      Statement between = null;
      for (int i = k - 1; i >= 0 && cell >= 0; i--) {
        Statement s = slice.get(i);
        if (cell(formula, s) != cell) {
          continue;
        }
        if (s.thread() != last.thread()) {
          between = between == null && s.write() ? s : between;
        } else if (between != null && last.write()) {
          return "Between "
              + s.location()
              + " and "
              + last.location()
              + " of thread "
              + formula.threads().get(last.thread())
              + ", thread "
              + formula.threads().get(between.thread())
              + " wrote "
              + formula.base(cell).name()
              + " at "
              + between.location()
              + ": that write is lost.";
        } else {
          break;
        }
      }
    }
    return null;
  }

  private static @Nullable String late(
      TraceFormula formula, List<Statement> slice, Hazards hazards, SourceText text) {
    List<Integer> in = new ArrayList<>();
    slice.forEach(s -> in.add(s.index()));
    for (Statement s : slice) {
      for (Order o : hazards.lateFor(s)) {
        if (in.contains(o.to())) {
          Variable v = formula.variable(s.read());
          return "Thread "
              + formula.threads().get(s.thread())
              + " read "
              + formula.base(v.base()).name()
              + " = "
              + text.value(v.type(), v.value())
              + " at "
              + s.location()
              + ", before the write at "
              + formula.statement(o.to()).location()
              + ".";
        }
      }
    }
    return null;
  }

  private static int cell(TraceFormula formula, Statement s) {
    return s.write()
        ? formula.variable(s.defined()).base()
        : s.read() >= 0 ? formula.variable(s.read()).base() : -1;
  }
}
