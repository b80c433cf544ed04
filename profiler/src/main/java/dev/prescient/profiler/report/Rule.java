package dev.prescient.profiler.report;

/** What a SARIF result may be about. */
public enum Rule {
  PM0001(
      "DataRace",
      "warning",
      "Data race",
      "Two threads access one variable, at least one writes it, and nothing orders the two: the"
          + " value read may be old, new or, for long and double, torn. Order the accesses by a"
          + " lock, a volatile variable or a concurrent class."),
  PM0002(
      "FutureValueFailure",
      "error",
      "Failure by a value from the future",
      "A racy load returned a value that another thread stores later: the compiler or the processor"
          + " may reorder the accesses. Order them."),
  PM0003(
      "StaleValueFailure",
      "error",
      "Failure by an old value",
      "A racy load returned a value that had been overwritten: nothing made the newer one visible."
          + " Order the accesses."),
  PM0004(
      "ScheduleFailure",
      "error",
      "Failure by an order of threads",
      "The program fails under a legal order of its threads, without any surprise of the memory"
          + " model."),
  PM0005(
      "Deadlock",
      "error",
      "Deadlock",
      "Threads wait for each other, or for a wake-up that has passed, and none can go on."),
  PM0006(
      "NonTermination",
      "error",
      "Endless loop",
      "A loop waits for a value that the memory model need never show it."),
  PM0007(
      "WrongOutcome",
      "error",
      "Wrong output or exit status",
      "Under a legal order of its threads the program ends with another result."),
  PM0008(
      "Slowdown",
      "error",
      "Slowdown",
      "Under a legal order of its threads the program takes far longer.");

  final String title;
  final String level;
  final String summary;
  final String help;

  Rule(String title, String level, String summary, String help) {
    this.title = title;
    this.level = level;
    this.summary = summary;
    this.help = help;
  }
}
