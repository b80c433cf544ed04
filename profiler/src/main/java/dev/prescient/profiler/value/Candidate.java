package dev.prescient.profiler.value;

import org.jspecify.annotations.Nullable;

/**
 * A value that a racy load might legally have returned (Prescient Memory, ISMM 2016, section 3).
 *
 * @param id {@code C1}, …, by rank
 * @param kind from the past or from the future
 * @param hold for a stale value: whether every later load at the site by that thread keeps getting
 *     it (non-termination)
 * @param variable in source terms, as in a race report
 * @param declaration {@code a/b/C.name:desc} for a field, the array's descriptor for an element
 * @param load the load that gets the value
 * @param loadSite {@code File.java:12}
 * @param store the store that wrote (stale) or will write (future) the value; null for the default
 *     value before any write
 * @param storeSite {@code File.java:12}, or {@code initial value}
 * @param value the value
 */
public record Candidate(
    String id,
    Kind kind,
    boolean hold,
    String variable,
    String declaration,
    Occurrence load,
    String loadSite,
    @Nullable Occurrence store,
    String storeSite,
    Value value) {

  /** As it is, under another id. */
  public Candidate named(String other) {
    return new Candidate(
        other, kind, hold, variable, declaration, load, loadSite, store, storeSite, value);
  }

  /** As it is, but for the store. */
  public Candidate storedBy(Occurrence by, String at) {
    return new Candidate(id, kind, hold, variable, declaration, load, loadSite, by, at, value);
  }

  /** Where the value comes from. */
  public enum Kind {
    FUTURE,
    STALE
  }
}
