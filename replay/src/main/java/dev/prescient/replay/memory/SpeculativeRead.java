package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.ThreadState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A candidate handed to its load in one run, or only watched there, and what became of it (S[x] in
 * Prescient Memory, ISMM 2016, section 3).
 *
 * <p>State: all fields are guarded by the {@link MemoryRun}. {@code fate} moves from NOT_REACHED to
 * one of the others when the load happens, and from UNVALIDATED to VALIDATED at a validating store.
 */
final class SpeculativeRead {
  final Candidate candidate;

  /**
   * Path of the thread that must write the value, for a guess that is off: its load returns the
   * latest value, and we watch whether the guess would have been justified. Null if the guess is
   * on.
   */
  final @Nullable String offUntilWrittenBy;

  Fate fate = Fate.NOT_REACHED;
  String seen = "";
  private @Nullable ValidatingStore validation;
  private String validatedAt = "";

  private long epoch = Epoch.NONE;
  private @Nullable Variable variable;
  private @Nullable LiveValue value;

  SpeculativeRead(Candidate candidate, @Nullable String offUntilWrittenBy) {
    this.candidate = candidate;
    this.offUntilWrittenBy = offUntilWrittenBy;
  }

  boolean off() {
    return offUntilWrittenBy != null;
  }

  /** Whether this dynamic load is the candidate's, or a later one that the value is held for. */
  boolean at(ThreadState t, Variable x, int n) {
    if (!candidate.load().thread().equals(t.path)
        || !candidate.declaration().equals(x.declaration())) {
      return false;
    }
    boolean held = candidate.hold() && fate == Fate.VALIDATED && variable == x;
    return held ? n > candidate.load().n() : n == candidate.load().n() || retry(n);
  }

  /** A value to be held that was the latest, or not visible, may become stale at a later load. */
  private boolean retry(int n) {
    return candidate.hold()
        && n > candidate.load().n()
        && (fate == Fate.NO_EFFECT || fate == Fate.NOT_VISIBLE);
  }

  /** A held value that once took effect stays valid when it has to be given up. */
  void settle(Fate f) {
    if (fate != Fate.VALIDATED) {
      fate = f;
    }
  }

  /** The candidate, with the store that made it legal if it names none. */
  Candidate named() {
    ValidatingStore by = validation;
    return candidate.kind() == Candidate.Kind.STALE || candidate.store() != null || by == null
        ? candidate
        : candidate.storedBy(by.store(), validatedAt);
  }

  /**
   * What became of it.
   *
   * @param output of the run so far
   */
  Outcome.Injected outcome(Output output) {
    ValidatingStore by = validation;
    return new Outcome.Injected(
        candidate.id(),
        fate,
        seen,
        by == null ? null : by.store(),
        validatedAt,
        by != null && guessed(),
        by == null || !off() ? List.of() : output.before(by.write()));
  }

  /** Whether the value was a guess when the load came, not an old value that it could see. */
  private boolean guessed() {
    return value != null;
  }

  /** S[x] := S[x] + ⟨C_T, v⟩. */
  void speculate(ThreadState t, Variable x, LiveValue v) {
    epoch = t.use();
    variable = x;
    value = v;
    fate = Fate.UNVALIDATED;
  }

  /** The value is legal as it stands: an old store, still visible, wrote it. */
  void legal(Variable x, Write by) {
    variable = x;
    fate = Fate.VALIDATED;
    validation = ValidatingStore.of(by);
    validatedAt = by.site();
  }

  /**
   * A store of {@code v} to {@code x} by {@code u}: validates the guess if the value is equal and
   * the load is not ordered before the store. A thread's own store never does: K ⪯ C_T.
   */
  boolean validate(ThreadState u, Variable x, LiveValue v, ValidatingStore store) {
    if (fate != Fate.UNVALIDATED
        || variable != x
        || value == null
        || !value.same(v)
        || u.knows(epoch)
        || (offUntilWrittenBy != null && !offUntilWrittenBy.equals(u.path))) {
      return false;
    }
    fate = Fate.VALIDATED;
    validation = store;
    validatedAt = store.site();
    return true;
  }
}
