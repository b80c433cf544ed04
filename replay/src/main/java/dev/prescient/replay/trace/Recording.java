package dev.prescient.replay.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A run as a list of scheduling decisions, with what is needed to tell whether another run is one
 * of the same program. A decision that is not listed is the default: the thread keeps running.
 *
 * @param header what was known at the start
 * @param choices in the order they were taken
 * @param times virtual time after each return of a thread from outside
 * @param classes hashes of the application's classes, by internal name
 * @param threads the program's names of the threads, by path
 * @param marks times that the watchdog took a thread for one that is outside: above 0, the order is
 *     best effort
 * @param truncated whether the file ends inside a block
 * @param order of the operations of a free run, which has no choices; of another run empty
 */
public record Recording(
    Header header,
    List<Choice> choices,
    List<Time> times,
    Map<String, Long> classes,
    Map<String, String> threads,
    int marks,
    boolean truncated,
    Order order) {

  /** Of a controlled run. */
  public Recording(
      Header header,
      List<Choice> choices,
      List<Time> times,
      Map<String, Long> classes,
      Map<String, String> threads,
      int marks,
      boolean truncated) {
    this(header, choices, times, classes, threads, marks, truncated, Order.NONE);
  }

  /** The file's place in a run folder. */
  public static final String NAME = "trace/schedule.pms";

  /** First bytes of the file; the last one is the format's version. */
  public static final String MAGIC = "PMSCHED1";

  /** As it is, with other decisions. */
  public Recording with(List<Choice> other) {
    return new Recording(header, other, times, classes, threads, marks, truncated);
  }

  /** Switches away from a thread that could have gone on. */
  public int preemptions() {
    return (int) choices.stream().filter(Choice::preemptive).count();
  }

  /**
   * What was known at the start.
   *
   * @param command of the program, as the JVM knows it
   * @param jdk the JVM's {@code java.runtime.version}
   * @param seed of the run
   * @param baseMillis virtual wall-clock time of the start
   * @param strategy the option's value
   * @param racyFields declarations, {@code a/b/C.name:desc}
   * @param racyArrays descriptors
   */
  public record Header(
      String command,
      String jdk,
      long seed,
      long baseMillis,
      String strategy,
      List<String> racyFields,
      List<String> racyArrays) {}

  /** What is chosen. */
  public enum Kind {
    /** The thread that goes on. */
    THREAD,
    /** The waiter that a notify wakes. */
    WAITER,
    /** A value for the program. */
    VALUE,
    /**
     * What a load of a racy variable returns; only while schedules are explored, never in a file.
     */
    READ
  }

  /**
   * A decision.
   *
   * @param kind what is chosen
   * @param thread path of the thread that came to the scheduling point
   * @param n its event counter there
   * @param chosen path of the thread that goes on, or wakes; the value in digits; of a load 0 for
   *     the latest value, or another of {@code enabled}
   * @param preemptive whether {@code thread} could have gone on and did not give way
   * @param yields whether it gave way
   * @param continues whether it could have gone on
   * @param enabled paths of the threads, or values, to choose from, in order; empty if not kept
   * @param siteHash of the scheduling point; 0 if it has none
   * @param site {@code File.java:12}, or empty
   * @param states hashes of the happens-before graph, if kept
   */
  public record Choice(
      Kind kind,
      String thread,
      int n,
      String chosen,
      boolean preemptive,
      boolean yields,
      boolean continues,
      List<String> enabled,
      long siteHash,
      String site,
      States states) {

    /** Without a state. */
    public Choice(
        Kind kind,
        String thread,
        int n,
        String chosen,
        boolean preemptive,
        boolean yields,
        boolean continues,
        List<String> enabled,
        long siteHash,
        String site) {
      this(
          kind,
          thread,
          n,
          chosen,
          preemptive,
          yields,
          continues,
          enabled,
          siteHash,
          site,
          States.NONE);
    }

    /** As it is, with other things to choose from. */
    public Choice among(List<String> others, String taken) {
      return new Choice(
          kind, thread, n, taken, preemptive, yields, continues, others, siteHash, site, states);
    }

    /** As it is, for another thread or value. */
    public Choice choosing(String other) {
      return new Choice(
          kind, thread, n, other, preemptive, yields, continues, enabled, siteHash, site, states);
    }

    /** Whether the thread just went on: what happens where nothing is listed. */
    public boolean isDefault() {
      return kind == Kind.THREAD && continues && !yields && chosen.equals(thread);
    }
  }

  /**
   * Hashes of the happens-before graph around a decision.
   *
   * @param before it; 0 if not kept
   * @param after the next step of each enabled thread; 0 where that is not known
   */
  public record States(long before, List<Long> after) {
    /** Not kept. */
    public static final States NONE = new States(0, List.of());

    public States {
      after = List.copyOf(after);
    }

    /** From the hash before and those after, or from nothing. */
    public static States of(long[] hashes) {
      return hashes.length == 0
          ? NONE
          : new States(hashes[0], Arrays.stream(hashes).skip(1).boxed().toList());
    }
  }

  /**
   * An input: the clock when a thread came back from outside.
   *
   * @param thread path
   * @param n its event counter
   * @param nanos virtual nanoseconds since the start
   */
  public record Time(String thread, int n, long nanos) {}
}
