package dev.prescient.slicer.interpolate;

import de.uni_freiburg.informatik.ultimate.logic.Annotation;
import de.uni_freiburg.informatik.ultimate.logic.Logics;
import de.uni_freiburg.informatik.ultimate.logic.Script;
import de.uni_freiburg.informatik.ultimate.logic.Sort;
import de.uni_freiburg.informatik.ultimate.logic.Term;
import de.uni_freiburg.informatik.ultimate.smtinterpol.DefaultLogger;
import de.uni_freiburg.informatik.ultimate.smtinterpol.LogProxy;
import de.uni_freiburg.informatik.ultimate.smtinterpol.smtlib2.SMTInterpol;
import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Implication;
import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal;
import dev.prescient.slicer.formula.Literal.Branch;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Decides;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Statement;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One SMTInterpol with the terms of a trace formula: logic QF_UFLIA, integers for every variable, a
 * Boolean for every hazard and branch. Not thread-safe; use it on a thread with a big stack, since
 * deep terms recurse ({@link #onBigStack}).
 */
final class Solver {
  /** Answers of a check. */
  enum Answer {
    UNSAT,
    SAT,
    UNKNOWN
  }

  private final SMTInterpol smt;
  private final Sort integers;
  private final Sort booleans;
  private final Map<String, Term> declared = new TreeMap<>();

  /**
   * Starts a solver.
   *
   * @param deadlineNanos of {@link System#nanoTime}; later checks answer UNKNOWN
   */
  Solver(boolean interpolants, boolean cores, long deadlineNanos) {
    DefaultLogger logger = new DefaultLogger();
    logger.setLoglevel(LogProxy.LOGLEVEL_OFF);
    smt = new SMTInterpol(logger, () -> System.nanoTime() - deadlineNanos > 0);
    if (interpolants) {
      smt.setOption(":produce-interpolants", true);
    }
    if (cores) {
      smt.setOption(":produce-unsat-cores", true);
    }
    smt.setLogic(Logics.QF_UFLIA);
    integers = smt.sort("Int");
    booleans = smt.sort("Bool");
  }

  /** Runs work on a thread whose stack bears deep terms; its exceptions are the caller's. */
  static void onBigStack(Runnable work) throws InterruptedException {
    Throwable[] thrown = new Throwable[1];
    Thread thread = new Thread(null, work, "pm-solver", 1L << 29);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
    thread.start();
    thread.join();
    if (thrown[0] instanceof Error e) {
      throw e;
    }
    if (thrown[0] instanceof RuntimeException e) {
      throw e;
    }
  }

  void push() {
    smt.push(1);
  }

  void pop() {
    smt.pop(1);
  }

  void add(Term t) {
    smt.assertTerm(t);
  }

  /** Asserts a term under a name, for cores and interpolants. */
  Term addNamed(Term t, String name) {
    smt.assertTerm(smt.annotate(t, new Annotation(":named", name)));
    return smt.term(name);
  }

  Answer check() {
    Script.LBool answer = smt.checkSat();
    return answer == Script.LBool.UNSAT
        ? Answer.UNSAT
        : answer == Script.LBool.SAT ? Answer.SAT : Answer.UNKNOWN;
  }

  /** Names of an unsatisfiable core; after an UNSAT answer. */
  List<String> core() {
    List<String> names = new ArrayList<>();
    for (Term t : smt.getUnsatCore()) {
      names.add(t.toString());
    }
    return names;
  }

  /** Sequence interpolants between named partitions; after an UNSAT answer. */
  Term[] interpolants(Term[] partitions) {
    return smt.getInterpolants(partitions);
  }

  Term not(Term t) {
    return smt.term("not", t);
  }

  Term and(Collection<Term> all) {
    return all.isEmpty()
        ? smt.term("true")
        : all.size() == 1 ? all.iterator().next() : smt.term("and", all.toArray(new Term[0]));
  }

  /** ψ. */
  Term goal(EncodedTrace trace) {
    List<Term> parts = new ArrayList<>();
    trace.goals().forEach(g -> parts.add(literal(g)));
    return parts.isEmpty()
        ? smt.term("false")
        : parts.size() == 1 ? parts.get(0) : smt.term("or", parts.toArray(new Term[0]));
  }

  private Term implies(Term premise, Term conclusion) {
    return smt.term("=>", premise, conclusion);
  }

  /** The values before the trace of what a slice uses. */
  Term initial(EncodedTrace trace, BitSet slice) {
    List<Term> all = new ArrayList<>();
    for (int v : trace.initials(slice)) {
      all.add(smt.term("=", integer(name(v)), number(trace.formula().value(v))));
    }
    return and(all);
  }

  /** What a statement says. */
  Term statement(
      EncodedTrace trace, Statement s, BitSet slice, Map<Integer, List<Order>> asserted) {
    List<Term> all = new ArrayList<>();
    for (Implication i : trace.encode(s, slice, asserted)) {
      Term facts = literals(i.facts());
      all.add(i.guard().isEmpty() ? facts : implies(literals(i.guard()), facts));
    }
    return and(all);
  }

  Term invariant(ErrorInvariant invariant) {
    List<Term> all = new ArrayList<>();
    for (Conjunct c : invariant.conjuncts()) {
      Term l = literal(c.literal());
      all.add(c.given().isEmpty() ? l : implies(literals(c.given()), l));
    }
    return and(all);
  }

  /** The term of an interpolant that another solver found. */
  Term interpolant(Interpolant i) {
    if (i instanceof Interpolant.Atom a) {
      return literal(a.literal());
    }
    if (i instanceof Interpolant.Not n) {
      return not(interpolant(n.operand()));
    }
    Interpolant.Junction j = (Interpolant.Junction) i;
    List<Term> all = new ArrayList<>();
    for (Interpolant operand : j.operands()) {
      all.add(interpolant(operand));
    }
    return all.size() == 1
        ? all.get(0)
        : all.isEmpty()
            ? smt.term(j.conjunction() ? "true" : "false")
            : smt.term(j.conjunction() ? "and" : "or", all.toArray(new Term[0]));
  }

  private Term literals(Collection<? extends Literal> literals) {
    List<Term> all = new ArrayList<>();
    for (Literal l : literals) {
      all.add(literal(l));
    }
    return and(all);
  }

  Term literal(Literal l) {
    if (l instanceof Compare c) {
      Term sum = linear(c.term());
      Term zero = smt.numeral(BigInteger.ZERO);
      return switch (c.relation()) {
        case EQ -> smt.term("=", sum, zero);
        case NE -> not(smt.term("=", sum, zero));
        case LE -> smt.term("<=", sum, zero);
        case GT -> smt.term(">", sum, zero);
      };
    }
    if (l instanceof Order o) {
      return bool(o.hazard().name().toLowerCase(Locale.ROOT) + "_" + o.from() + "_" + o.to());
    }
    if (l instanceof Branch b) {
      return bool("b_" + b.statement());
    }
    Decides d = (Decides) l;
    return smt.term("=", literal(d.branch()), literal(d.condition()));
  }

  private Term linear(Linear term) {
    List<Term> parts = new ArrayList<>();
    for (int i = 0; i < term.variableCount(); i++) {
      Term v = integer(name(term.variableAt(i)));
      long c = term.coefficient(term.variableAt(i));
      parts.add(c == 1 ? v : smt.term("*", number(c), v));
    }
    if (term.constant() != 0 || parts.isEmpty()) {
      parts.add(number(term.constant()));
    }
    return parts.size() == 1 ? parts.get(0) : smt.term("+", parts.toArray(new Term[0]));
  }

  private Term number(long n) {
    BigInteger b = BigInteger.valueOf(n);
    return n < 0 ? smt.term("-", smt.numeral(b.negate())) : smt.numeral(b);
  }

  /** The solver's name of an SSA variable. */
  static String name(int variable) {
    return "v_" + variable;
  }

  /** Declarations of every name used so far, in SMT-LIB. */
  String declarations() {
    StringBuilder s = new StringBuilder();
    declared.forEach(
        (name, term) ->
            s.append("(declare-fun ")
                .append(name)
                .append(" () ")
                .append(term.getSort())
                .append(")\n"));
    return s.toString();
  }

  private Term integer(String name) {
    return declare(name, integers);
  }

  private Term bool(String name) {
    return declare(name, booleans);
  }

  private Term declare(String name, Sort sort) {
    Term known = declared.get(name);
    if (known == null) {
      smt.declareFun(name, new Sort[0], sort);
      known = smt.term(name);
      declared.put(name, known);
    }
    return known;
  }
}
