package dev.prescient.replay.memory;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * Those asked for.
   *
   * @param on ids of candidates, separated by {@code :}
   * @param off the same, each with {@code @} and the thread that must write the value
   * @param known candidates by id
   * @param where these are from, for errors
   */
  static List<SpeculativeRead> parse(
      String on, String off, Map<String, Candidate> known, String where) {
    Map<String, @Nullable String> wanted = new LinkedHashMap<>();
    for (String id : parts(on)) {
      wanted.put(id, null);
    }
    for (String one : parts(off)) {
      int at = one.indexOf('@');
      if (at < 0) {
        throw new AgentOptions.Invalid(
            "agent option off=" + one + ": expected a candidate, @ and a thread, as in C1@0.2.");
      }
      wanted.put(one.substring(0, at), one.substring(at + 1));
    }
    List<SpeculativeRead> all = new ArrayList<>();
    for (Map.Entry<String, @Nullable String> e : wanted.entrySet()) {
      Candidate c = known.get(e.getKey());
      if (c == null) {
        throw new AgentOptions.Invalid(
            "there is no candidate " + e.getKey() + " in " + where + ".");
      }
      all.add(new SpeculativeRead(c, e.getValue()));
    }
    return all;
  }

  /** Numbers, separated by {@code :}. */
  static List<Long> probes(String text) {
    List<Long> probes = new ArrayList<>();
    for (String number : parts(text)) {
      try {
        probes.add(Long.valueOf(number));
      } catch (NumberFormatException e) {
        throw new AgentOptions.Invalid(
            "agent option probe=" + number + ": expected " + AgentOption.PROBE.legal + ".");
      }
    }
    return probes;
  }

  private static List<String> parts(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(":", -1));
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

  /** The store that made it legal; null if none did, or the value was there before every store. */
  @Nullable Write validatedBy() {
    ValidatingStore by = validation;
    return by == null ? null : by.write();
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
