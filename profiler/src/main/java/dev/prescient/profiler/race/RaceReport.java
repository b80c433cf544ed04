package dev.prescient.profiler.race;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A race: two accesses to one variable, at least one a write, not ordered by happens-before. One
 * report per cause, which is a variable and two places in source, with the number of times it was
 * seen.
 *
 * @param id {@code R1}, …, in the order of detection
 * @param variable in source terms: {@code com.acme.Cache.size}; {@code com.acme.Stats.counts[]} for
 *     elements of an array, {@code int[]} where the field that holds it is not known; the state of
 *     a JDK object as its class
 * @param kind what the variable is
 * @param declaration {@code a/b/C.name:desc} for a field, the array's descriptor for an element,
 *     the class {@code a/b/C} of an object
 * @param type of the variable in source terms
 * @param count times seen
 * @param first the access that came first in the run
 * @param second the access that was found to race with it
 * @param object what was accessed; null for a static field
 * @param threads where the threads of both accesses were started, as far as that is known
 * @param excuse why it is suppressed; empty if it is not
 * @param known whether the baseline has it
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
    @Nullable RacyObject object,
    List<ThreadStart> threads,
    String excuse,
    boolean known) {

  /** What a racy variable is. */
  public enum Kind {
    FIELD,
    STATIC,
    ARRAY,
    OBJECT
  }

  /**
   * The object or array of a race.
   *
   * @param name {@code a.b.C#1}, {@code long[8]#1}: the number tells objects of one class apart, in
   *     all reports of a run
   * @param index of the array element, or -1
   * @param allocatedBy creation path of the thread that made it; empty if not kept
   * @param allocation where it was made, innermost frame first
   */
  public record RacyObject(String name, int index, String allocatedBy, List<String> allocation) {
    public RacyObject {
      allocation = List.copyOf(allocation);
    }
  }

  /**
   * Where a thread was started.
   *
   * @param thread its creation path
   * @param name the program's name of it
   * @param startedBy creation path of the thread that started it
   * @param stack of that thread then, the JDK's frames left out; empty if not kept
   */
  public record ThreadStart(String thread, String name, String startedBy, List<String> stack) {
    public ThreadStart {
      stack = List.copyOf(stack);
    }
  }

  public RaceReport {
    threads = List.copyOf(threads);
  }

  /** Hashes of the two places, as the agent's option {@code race} takes them. */
  public String places() {
    return first.siteHash() + ":" + second.siteHash();
  }

  /** Whether a suppression or an annotation covers it. */
  public boolean suppressed() {
    return !excuse.isEmpty();
  }

  /** Whether it makes the run fail. */
  public boolean counts() {
    return !suppressed() && !known;
  }

  /** Equal for reports of one cause: the variable and both places, in either order. */
  public String cause() {
    return declaration + "|" + variable + "|" + pair(first.place(), second.place());
  }

  /**
   * Identity across versions of the program: the variable and both methods, in either order,
   * without line numbers or the numbers of lambdas.
   */
  public String fingerprint() {
    return variable + "|" + pair(named(first.method()), named(second.method()));
  }

  private static final class Numbered {
    static final Pattern LAMBDA = Pattern.compile("(lambda\\$.*)\\$\\d+");
  }

  private static String named(String method) {
    return Numbered.LAMBDA.matcher(method).replaceAll("$1");
  }

  private static String pair(String a, String b) {
    return a.compareTo(b) <= 0 ? a + "|" + b : b + "|" + a;
  }

  /** As it is, under another id and count. */
  public RaceReport counted(String newId, long newCount) {
    return new RaceReport(
        newId,
        variable,
        kind,
        declaration,
        type,
        newCount,
        first,
        second,
        object,
        threads,
        excuse,
        known);
  }

  /** As it is, judged by suppressions and baseline. */
  public RaceReport judged(String newExcuse, boolean nowKnown) {
    return new RaceReport(
        id,
        variable,
        kind,
        declaration,
        type,
        count,
        first,
        second,
        object,
        threads,
        newExcuse,
        nowKnown);
  }
}
