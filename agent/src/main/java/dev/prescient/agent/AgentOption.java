package dev.prescient.agent;

import org.jspecify.annotations.Nullable;

/** Every key: its default and its legal values in words. The one table of options. */
public enum AgentOption {
  MODE("mode", "race", "race, profile, record, record-free, replay, explore or trace"),
  OUT("out", "pm-out", "a folder; %p pid, %t time, %{ENV}"),
  INTO("into", "", "the exact run folder, set by pm; then out is ignored"),
  INCLUDE("include", "*", "class patterns separated by ':', with * and ?"),
  EXCLUDE("exclude", "", "class patterns separated by ':', with * and ?"),
  EXCLUDE_LOADER("exclude-loader", "", "loader class patterns separated by ':'"),
  JDK("jdk", "objects", "objects, internals, sync or none"),
  VALUES("values", "8", "1..1024 values kept per location"),
  HISTORY("history", "4", "0..1024 threads per place whose stacks are kept"),
  STACK_DEPTH("stack-depth", "32", "0..1024 frames"),
  HALT_ON_ERROR("halt-on-error", "false", "true or false"),
  EXITCODE("exitcode", "66", "0..255"),
  PRECISION("precision", "fast", "precise or fast"),
  MAX_REPORTS("max-reports", "100", "1..1000000"),
  ALLOCATIONS("allocations", "false", "true or false: where racy objects were made"),
  SUPPRESSIONS("suppressions", "", "a suppression file"),
  BASELINE("baseline", "", "the folder of an earlier run, or its races.json or report.json"),
  CONFIG("config", "", "a properties file with these keys"),
  SEED("seed", "1", "a 64-bit number"),
  RUN("run", "", "a run folder whose races, candidates or recording are used"),
  INJECT("inject", "", "candidate ids separated by ':'"),
  OFF(
      "off",
      "",
      "injected ids whose loads get the latest value, each @ the thread that must write"),
  PROBE("probe", "", "numbers that those loads get instead, separated by ':'"),
  SCHEDULE("schedule", "", "a recording to follow; default: that of run"),
  STRATEGY("strategy", "", "replay, prefix, random, p, pct, pos, race or rr: who runs next"),
  LENGTH("length", "1000", "1..1000000000 decisions that a run has about, for strategy pct"),
  RACE("race", "", "the two places of a race for strategy race: 16 hex digits, ':', 16 hex digits"),
  NO_PREEMPT("no-preempt", "", "class patterns separated by ':': no preemption in their methods"),
  DETECT("detect", "true", "true or false: FastTrack also in controlled modes"),
  MEMORY("memory", "sc", "sc, stale, future or weak"),
  ENTRY("entry", "", "Class#method that is run, set by pm explore --entry"),
  SCHEDULES("schedules", "1", "1..: how often the entry is run in one JVM"),
  PREEMPTIONS("preemptions", "2", "0..: bound of the systematic schedules of an entry"),
  BUDGET("budget", "600000", "1..: milliseconds after which an entry is not run again"),
  FRESH_LOADER("fresh-loader", "false", "true or false: load an entry's classes anew each time"),
  STEPS("steps", "20000000", "scheduling points after which a run is cut"),
  CACHE("cache", "", "a folder for woven JDK classes, or off; default: the user's cache folder"),
  LOG("log", "stderr", "stderr or a file"),
  LOG_LEVEL("log-level", "warn", "error, warn, info or debug");

  /** As written by users. */
  public final String text;

  /** Used when nothing sets the key; empty means none. */
  public final String fallback;

  /** Legal values in words. */
  public final String legal;

  AgentOption(String text, String fallback, String legal) {
    this.text = text;
    this.fallback = fallback;
    this.legal = legal;
  }

  static @Nullable AgentOption of(String text) {
    for (AgentOption k : values()) {
      if (k.text.equals(text)) {
        return k;
      }
    }
    return null;
  }
}
