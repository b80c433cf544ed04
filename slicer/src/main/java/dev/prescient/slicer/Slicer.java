package dev.prescient.slicer;

import dev.prescient.slicer.formula.Encoding;
import dev.prescient.slicer.formula.Hazards;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import dev.prescient.slicer.interpolate.ErrorInvariant;
import dev.prescient.slicer.interpolate.InterpolantSequence;
import dev.prescient.slicer.interpolate.Refutation;
import dev.prescient.slicer.symbolic.ExecutedTrace;
import dev.prescient.slicer.symbolic.FailingPoint;
import dev.prescient.slicer.symbolic.TraceExecution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Explains a failure from a run that was recorded in mode {@code trace}: the entry of this module.
 *
 * <p>To explain a failure, run its schedule once more with {@code mode=trace} ({@code run} and
 * {@code strategy=replay}, with its injections), take thread and site from the outcome of that run,
 * and call {@link #explain}. Failures that no assertion or exception tells, such as a deadlock,
 * have no formula: the slice then has no rows and its summary says so.
 */
public final class Slicer {
  private final ExecutedTrace trace;

  private Slicer(ExecutedTrace trace) {
    this.trace = trace;
  }

  /**
   * Reads a recorded run and executes it again; the result can be sliced several times.
   *
   * @param run folder of a run in mode {@code trace}
   * @param thread creation path of the failing thread, as in the run's outcome
   * @param site {@code File.java:12} of the failure, as in the run's outcome; may be empty
   * @throws IOException if the trace is missing or damaged
   */
  public static Slicer read(Path run, String thread, String site) throws IOException {
    return new Slicer(TraceExecution.of(run, new FailingPoint(thread, site)));
  }

  /** {@link #read}, then {@link #slice(SliceOptions)}. */
  public static Slice explain(Path run, String thread, String site, SliceOptions options)
      throws IOException, InterruptedException {
    return read(run, thread, site).slice(options);
  }

  /** Slices by the options; with the default encoding, falls back to a wider one where needed. */
  public Slice slice(SliceOptions options) throws InterruptedException {
    TraceFormula formula = trace.formula();
    Encoding first = options.encoding() == null ? Encoding.DS_HS : options.encoding();
    if (formula == null) {
      return Slice.none(
          first.toString(),
          "Nothing to slice: no branch, reference, index or argument decided this failure."
              + (trace.lost() == 0 ? "" : " " + trace.lost() + " calls could not be followed."),
          trace.statements());
    }
    Refutation r = refute(formula, first, options);
    List<String> notes = new ArrayList<>();
    if (options.encoding() == null && !r.crossesThreads()) {
      Refutation wider = refute(formula, Encoding.FULL, options);
      if (wider.crossesThreads()) {
        notes.add(
            first
                + " keeps statements of one thread only; "
                + Encoding.FULL
                + " shows how others decided it.");
        r = wider;
      }
    }
    return render(formula, r, options, notes);
  }

  private static Refutation refute(TraceFormula formula, Encoding encoding, SliceOptions options)
      throws InterruptedException {
    return Refutation.of(
        formula,
        new Refutation.Settings(
            encoding, options.fold(), options.interpolate(), options.solverTimeoutMs()));
  }

  private Slice render(
      TraceFormula formula, Refutation r, SliceOptions options, List<String> notes) {
    List<Statement> statements = r.statements();
    SourceText text = new SourceText(formula, trace.objects(), statements);
    Hazards hazards = new Hazards(formula);
    List<Slice.Row> rows = new ArrayList<>();
    for (Statement s : statements) {
      rows.add(
          new Slice.Row(
              formula.threads().get(s.thread()),
              s.location(),
              text.statement(s),
              text.value(s),
              note(formula, hazards, s, text)));
    }
    List<Slice.Invariant> invariants = new ArrayList<>();
    for (ErrorInvariant i : r.invariants()) {
      boolean proved = r.certificate().stepsProved().get(i.position());
      if (i.position() == statements.size()) {
        proved &= r.certificate().endProved();
      }
      invariants.add(new Slice.Invariant(text.invariant(i), proved));
    }
    addNotes(r, notes);
    return new Slice(
        r.trace().encoding().toString(),
        r.folded(),
        formula.goalText(),
        formula.goalLocation(),
        Summary.of(formula, r, hazards, text),
        rows,
        invariants,
        interpolants(r.interpolants(), text, notes),
        r.certificate().sliceProved(),
        formula.statements().size(),
        count(formula, SourceText.variables(formula, statements)),
        count(formula, SourceText.variables(formula, formula.statements())),
        notes,
        options.keepSmt() ? r.smt() : "");
  }

  private static String note(TraceFormula formula, Hazards hazards, Statement s, SourceText text) {
    if (s.read() < 0 || !hazards.isOutOfOrder(s)) {
      return "";
    }
    Variable v = formula.variable(s.read());
    String value = text.value(v.type(), v.value());
    if (v.definition() > s.index()) {
      return "read "
          + value
          + " from the future: written later at "
          + formula.statement(v.definition()).location();
    }
    String from =
        v.definition() < 0
            ? "the initial value"
            : "written at " + formula.statement(v.definition()).location();
    return "read "
        + value
        + " from the past ("
        + from
        + "), though it had been replaced"
        + replacedAt(formula, hazards, s);
  }

  private static String replacedAt(TraceFormula formula, Hazards hazards, Statement s) {
    return hazards.staleInto(s).stream()
        .findFirst()
        .map(o -> " at " + formula.statement(o.from()).location())
        .orElse("");
  }

  private void addNotes(Refutation r, List<String> notes) {
    if (!r.crossesThreads()) {
      notes.add("The slice is of one thread: no other thread decided this failure.");
    }
    if (trace.wraps() > 0) {
      notes.add(trace.wraps() + " results of integer arithmetic wrapped; taken as observed.");
    }
    if (trace.lost() > 0) {
      notes.add(trace.lost() + " calls could not be followed; what they did is taken as observed.");
    }
  }

  private static List<String> interpolants(
      @Nullable InterpolantSequence sequence, SourceText text, List<String> notes) {
    if (sequence == null) {
      return List.of();
    }
    if (!sequence.refusal().isEmpty()) {
      notes.add("No interpolants: " + sequence.refusal() + ".");
    }
    return sequence.interpolants().stream().map(text::interpolant).toList();
  }

  private static int count(TraceFormula formula, Set<Integer> variables) {
    Set<String> names = new HashSet<>();
    variables.forEach(v -> names.add(SourceText.counted(formula, v)));
    return names.size();
  }
}
