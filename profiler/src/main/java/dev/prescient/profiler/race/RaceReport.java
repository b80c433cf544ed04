package dev.prescient.profiler.race;

/**
 * A race: two accesses to one variable, at least one a write, not ordered by happens-before. One
 * report per variable declaration and pair of sites, with the number of times it was seen.
 *
 * @param id {@code R1}, …, in the order of detection
 * @param variable in source terms: {@code com.acme.Cache.size}, {@code int[]} elements as {@code
 *     int[]}, the state of a JDK object as its class
 * @param kind what the variable is
 * @param declaration {@code a/b/C.name:desc} for a field, the array's descriptor for an element,
 *     the class {@code a/b/C} of an object
 * @param type of the variable in source terms
 * @param count times seen
 * @param first the access that came first in the run
 * @param second the access that was found to race with it
 * @param suppressed whether a suppression covers it
 */
public record RaceReport(
    String id,
    String variable,
    Kind kind,
    String declaration,
    String type,
    long count,
    Access first,
    Access second,
    boolean suppressed) {

  /** What a racy variable is. */
  public enum Kind {
    FIELD,
    STATIC,
    ARRAY,
    OBJECT
  }
}
