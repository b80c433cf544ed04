package dev.prescient.slicer.formula;

import dev.prescient.slicer.formula.Literal.Compare;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failing interleaving in SSA form (Error Invariants for Concurrent Traces, FM 2016, section 3):
 * its statements, the variables they define, their values before the trace, and the violated
 * assertion ψ. {@code init ∧ statements ∧ ψ} has no model; ψ itself is kept as written in the
 * program, so it was false in the trace.
 *
 * <p>Versions follow reads-from, not position: a read may name a version that a later statement
 * defines (a value from the future) or one that was replaced before (a stale value).
 */
public final class TraceFormula {
  private final List<Statement> statements;
  private final List<Variable> variables;
  private final List<Base> bases;
  private final List<String> threads;
  private final List<Fork> forks;
  private final List<Compare> goals;
  private final String goalText;
  private final String goalLocation;

  private TraceFormula(Builder b, List<Compare> goals, String goalText, String goalLocation) {
    statements = List.copyOf(b.statements);
    variables = List.copyOf(b.variables);
    bases = List.copyOf(b.bases);
    threads = List.copyOf(b.threads);
    forks = List.copyOf(b.forks);
    this.goals = List.copyOf(goals);
    this.goalText = goalText;
    this.goalLocation = goalLocation;
  }

  /**
   * A thread started.
   *
   * @param child dense number of the started thread
   * @param parent dense number of the starting thread
   * @param position statements of the trace that came before the start
   */
  public record Fork(int child, int parent, int position) {}

  public List<Statement> statements() {
    return statements;
  }

  public Statement statement(int index) {
    return statements.get(index);
  }

  public List<Variable> variables() {
    return variables;
  }

  public Variable variable(int id) {
    return variables.get(id);
  }

  /** The observed value of a variable. */
  public long value(int variable) {
    return variables.get(variable).value();
  }

  public Base base(int id) {
    return bases.get(id);
  }

  /** Creation paths of the threads by their dense numbers. */
  public List<String> threads() {
    return threads;
  }

  public List<Fork> forks() {
    return forks;
  }

  /** The violated assertion ψ as a disjunction: each part is false in the trace. */
  public List<Compare> goals() {
    return goals;
  }

  /** ψ in source terms. */
  public String goalText() {
    return goalText;
  }

  /** {@code File.java:12} of ψ. */
  public String goalLocation() {
    return goalLocation;
  }

  /** Builds a formula statement by statement, in trace order. Not thread-safe. */
  public static final class Builder {
    private final List<Statement> statements = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final List<Base> bases = new ArrayList<>();
    private final List<String> threads = new ArrayList<>();
    private final List<Fork> forks = new ArrayList<>();
    private final List<Integer> versions = new ArrayList<>();

    /**
     * A thread of the trace.
     *
     * @param path creation path
     */
    public int thread(String path) {
      threads.add(path);
      return threads.size() - 1;
    }

    /** A thread was started; parameters as in {@link Fork}. */
    public void fork(int child, int parent, int position) {
      forks.add(new Fork(child, parent, position));
    }

    /** A memory cell or local; parameters as in {@link Base}. */
    public int base(String name, String qualified, int thread) {
      bases.add(new Base(bases.size(), name, qualified, thread));
      versions.add(0);
      return bases.size() - 1;
    }

    /** The value of a cell before the trace. */
    public int initial(int base, Variable.Type type, long value) {
      variables.add(new Variable(variables.size(), base, 0, type, value, -1));
      return variables.size() - 1;
    }

    public Variable variable(int id) {
      return variables.get(id);
    }

    public Base baseOf(int id) {
      return bases.get(id);
    }

    public int size() {
      return statements.size();
    }

    public Statement statement(int index) {
      return statements.get(index);
    }

    /** Replaces a statement's text, for example when its result is given a name. */
    public void describe(int index, String text) {
      Statement s = statements.get(index);
      statements.set(
          index,
          new Statement(
              s.index(),
              s.thread(),
              s.location(),
              text,
              s.defined(),
              s.value(),
              s.condition(),
              s.guards(),
              s.parent(),
              s.read(),
              s.write()));
    }

    /** Gives a base another name, for a temporary that turns out to be stored in a local. */
    public void rename(int base, String name) {
      bases.set(base, new Base(base, name, name, bases.get(base).thread()));
    }

    /**
     * Reserves a variable that a later statement will define; its version is that of the
     * definition.
     *
     * @return the variable, to be given to {@link #define}
     */
    public int reserve(int base, Variable.Type type, long value) {
      variables.add(new Variable(variables.size(), base, -1, type, value, -1));
      return variables.size() - 1;
    }

    /**
     * Appends an assignment.
     *
     * @param base what is assigned
     * @param read the variable read from shared memory, or -1
     * @return the variable it defines
     */
    public int assign(
        int thread,
        String location,
        String text,
        int base,
        Variable.Type type,
        long observed,
        Linear value,
        List<Compare> guards,
        int parent,
        int read) {
      int variable = reserve(base, type, observed);
      define(variable, thread, location, text, value, guards, parent, read);
      return variable;
    }

    /** Appends the assignment that defines a reserved variable. */
    public void define(
        int variable,
        int thread,
        String location,
        String text,
        Linear value,
        List<Compare> guards,
        int parent,
        int read) {
      Variable v = variables.get(variable);
      int index = statements.size();
      int version = versions.get(v.base()) + 1;
      versions.set(v.base(), version);
      variables.set(
          variable, new Variable(variable, v.base(), version, v.type(), v.value(), index));
      statements.add(
          new Statement(
              index,
              thread,
              location,
              text,
              variable,
              value,
              null,
              List.copyOf(guards),
              parent,
              read,
              bases.get(v.base()).isShared()));
    }

    /**
     * Appends a branch.
     *
     * @param condition as it held in the trace
     * @param read the variable read from shared memory, or -1
     * @return its index
     */
    public int branch(
        int thread,
        String location,
        String text,
        Compare condition,
        List<Compare> guards,
        int parent,
        int read) {
      int index = statements.size();
      statements.add(
          new Statement(
              index,
              thread,
              location,
              text,
              -1,
              null,
              condition,
              List.copyOf(guards),
              parent,
              read,
              false));
      return index;
    }

    /**
     * Ends the trace.
     *
     * @param goals the violated assertion as written, a disjunction: all false in the trace
     * @throws IllegalArgumentException if the goal or a statement contradicts the observed values
     */
    public TraceFormula build(List<Compare> goals, String goalText, String goalLocation) {
      TraceFormula f = new TraceFormula(this, goals, goalText, goalLocation);
      if (goals.stream().anyMatch(g -> g.holds(f::value))) {
        throw new IllegalArgumentException("the assertion " + goalText + " holds in the trace");
      }
      for (Statement s : statements) {
        String wrong = f.contradiction(s);
        if (wrong != null) {
          throw new IllegalArgumentException(
              "statement " + s.index() + " at " + s.location() + ": " + wrong);
        }
      }
      return f;
    }
  }

  private @Nullable String contradiction(Statement s) {
    for (Compare g : s.guards()) {
      if (!g.holds(this::value)) {
        return "guard " + g + " does not hold";
      }
    }
    if (s.condition() != null && !s.condition().holds(this::value)) {
      return "condition " + s.condition() + " does not hold";
    }
    if (s.value() != null && s.value().evaluate(this::value) != value(s.defined())) {
      return s.value() + " is not " + value(s.defined());
    }
    return null;
  }
}
