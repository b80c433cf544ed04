package dev.prescient.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.Explorer;
import dev.prescient.replay.Failure;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The controlled scheduler in the packaged agent: same decisions, same run; verdicts are true. */
class ControlledIT {
  @TempDir static Path folder;

  private static ControlledProgram program(String name, String... arguments) throws IOException {
    return new ControlledProgram(folder, ControlledProgram.thisJava(), name, arguments);
  }

  private static Map<AgentOption, String> record(String strategy, int seed) {
    return Map.of(
        AgentOption.MODE,
        "record",
        AgentOption.DETECT,
        "false",
        AgentOption.STRATEGY,
        strategy,
        AgentOption.SEED,
        String.valueOf(seed));
  }

  private static Map<AgentOption, String> replay(Path run) {
    return Map.of(
        AgentOption.MODE, "replay",
        AgentOption.DETECT, "false",
        AgentOption.STRATEGY, "replay",
        AgentOption.RUN, run.toString());
  }

  private static Failure onlyFailure(TargetRunner.Result r) {
    assertThat(r.outcome().failures()).as(r.stderr()).hasSize(1);
    return r.outcome().failures().get(0);
  }

  // --------------------------------------------------------------------------------- determinism

  @Test
  void everyKind_sameSeedOrReplayed_isTheSameRun() throws Exception {
    everyKindIsTheSameRun(ControlledProgram.thisJava());
  }

  @Test
  void everyKind_onJdk25_isTheSameRun() throws Exception {
    Optional<Path> java = ControlledProgram.java25();
    assumeTrue(java.isPresent(), "no JDK 25");
    everyKindIsTheSameRun(java.get());
  }

  private static void everyKindIsTheSameRun(Path java) throws Exception {
    ControlledProgram kinds = new ControlledProgram(folder, java, "Kinds");
    TargetRunner.Result first = kinds.run(record("random", 5));
    assertThat(first.outcome().failures()).as(first.stderr()).isEmpty();
    assertThat(first.stdout()).contains("tenths:", "parked true", "counted true");
    TargetRunner.Result again = kinds.run(record("random", 5));
    TargetRunner.Result replayed = kinds.run(replay(first.folder()));
    assertThat(again.outcome().hash()).isEqualTo(first.outcome().hash());
    assertThat(again.stdout()).isEqualTo(first.stdout());
    assertThat(replayed.outcome().divergence()).isNull();
    assertThat(replayed.outcome().hash()).isEqualTo(first.outcome().hash());
    assertThat(replayed.stdout()).isEqualTo(first.stdout());
  }

  /** ThreadLocalRandom makes a Random when it is first used, be it by a thread of the JVM. */
  @Test
  void seeds_doNotDependOnWhatTheJdkInitialisedBefore() throws Exception {
    Path java = ControlledProgram.java25().orElse(ControlledProgram.thisJava());
    TargetRunner.Result r =
        new ControlledProgram(folder, java, "Faults", "random").run(record("p", 1));
    TargetRunner.Result later =
        new ControlledProgram(folder, java, "Faults", "randomLater").run(record("p", 1));
    assertThat(r.stdout()).isNotEmpty();
    assertThat(later.stdout()).isEqualTo(r.stdout());
  }

  @Test
  void everyKind_withAnotherSeed_isAnotherRun() throws Exception {
    ControlledProgram kinds = program("Kinds");
    TargetRunner.Result one = kinds.run(record("p", 1));
    TargetRunner.Result two = kinds.run(record("p", 2));
    assertThat(one.outcome().failures()).as(one.stderr()).isEmpty();
    assertThat(two.outcome().failures()).as(two.stderr()).isEmpty();
    assertThat(one.outcome().hash()).isNotEqualTo(two.outcome().hash());
  }

  /** The JVM's own threads are not controlled: to wait a moment for one of them is not to leave. */
  @Test
  void locksOfTheJvmsThreads_areNotWaitedForOutside() throws Exception {
    ControlledProgram cleaning = program("Faults", "cleaning");
    for (int i = 0; i < 3; i++) { // a moment that is taken for more is met in one of a few runs
      TargetRunner.Result r = cleaning.run(record("p", 1));
      assertThat(r.outcome().counts()).as(r.stderr()).containsEntry("bestEffortMarks", 0L);
    }
  }

  // ------------------------------------------------------------------------------------ verdicts

  @Test
  void monitorsInOppositeOrder_areADeadlock() throws Exception {
    Failure f = onlyFailure(program("Faults", "monitors").run(record("p", 1)));
    assertThat(f.kind()).isEqualTo(Failure.Kind.DEADLOCK);
    assertThat(f.reason()).contains("held by T0.1", "held by T0.2", "holds java.lang.Object");
    assertThat(f.site()).startsWith("Faults.java:");
  }

  @Test
  void initialisersThatNeedEachOther_areADeadlockOrNot() throws Exception {
    ControlledProgram initialisers = program("Faults", "initialisers");
    Set<String> seen = new TreeSet<>();
    for (int seed = 1; seed <= 9; seed++) {
      TargetRunner.Result r = initialisers.run(record("random", seed));
      assertThat(r.outcome().counts()).as(r.stderr()).containsEntry("bestEffortMarks", 0L);
      if (r.outcome().failures().isEmpty()) {
        seen.add(r.stdout().strip());
      } else {
        Failure f = onlyFailure(r);
        assertThat(f.kind()).isEqualTo(Failure.Kind.DEADLOCK);
        assertThat(f.reason())
            .contains(
                "is blocked on the initialisation of class Faults$Left held by T0.",
                "is blocked on the initialisation of class Faults$Right held by T0.");
        TargetRunner.Result again = initialisers.run(replay(r.folder()));
        assertThat(onlyFailure(again).reason()).isEqualTo(f.reason());
        seen.add("deadlock");
      }
    }
    assertThat(seen).contains("deadlock").hasSizeGreaterThan(1);
  }

  @Test
  void locksInOppositeOrder_areADeadlock() throws Exception {
    Failure f = onlyFailure(program("Faults", "locks").run(record("p", 1)));
    assertThat(f.kind()).isEqualTo(Failure.Kind.DEADLOCK);
    assertThat(f.reason()).contains("held by T0.1", "held by T0.2");
  }

  @Test
  void notifyBeforeWait_isAMissedWakeUp() throws Exception {
    Failure f = onlyFailure(program("Faults", "notify").run(record("p", 1)));
    assertThat(f.kind()).isEqualTo(Failure.Kind.MISSED_WAKE_UP);
    assertThat(f.thread()).isEqualTo("0.1");
  }

  @Test
  void loopOnAFlagThatNobodySets_isNonTermination() throws Exception {
    Failure f = onlyFailure(program("Faults", "spin").run(record("p", 1)));
    assertThat(f.kind()).isEqualTo(Failure.Kind.NON_TERMINATION);
    assertThat(f.variable()).isEqualTo("Faults.flag");
  }

  @Test
  void loopsThatSleepAndYield_areNonTermination() throws Exception {
    Failure f = onlyFailure(program("Faults", "poll").run(record("random", 1)));
    assertThat(f.kind()).isEqualTo(Failure.Kind.NON_TERMINATION);
  }

  @Test
  void longComputation_isNoVerdict() throws Exception {
    TargetRunner.Result r = program("Faults", "computation").run(record("p", 1));
    assertThat(r.outcome().failures()).isEmpty();
    assertThat(r.stdout()).isEqualToNormalizingNewlines("3000000\n");
  }

  @Test
  void threadThatDies_isAFailureAndStopsNobodyElse() throws Exception {
    TargetRunner.Result r = program("Faults", "exceptions").run(record("p", 1));
    assertThat(r.stdout()).contains("goes on");
    assertThat(r.outcome().status()).isEqualTo(1);
    assertThat(r.outcome().failures())
        .extracting(Failure::kind, Failure::thread)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Failure.Kind.EXCEPTION, "0.1"),
            org.assertj.core.groups.Tuple.tuple(Failure.Kind.ASSERTION, "0"));
  }

  @Test
  void exitStatus_namesTheExceptionBehindIt() throws Exception {
    ControlledProgram exit = program("Faults", "exit");
    Failure f = onlyFailure(exit.run(record("p", 1)));
    assertThat(exit.exit()).isEqualTo(3);
    assertThat(f.kind()).isEqualTo(Failure.Kind.EXIT_STATUS);
    assertThat(f.exception()).isEqualTo("java.lang.NullPointerException");
    assertThat(f.reason()).contains("because \"o\" is null");
  }

  @Test
  void virtualThread_isControlledAsABoundOne() throws Exception {
    Optional<Path> java = ControlledProgram.java25();
    assumeTrue(java.isPresent(), "no JDK 25");
    TargetRunner.Result r =
        new ControlledProgram(folder, java.get(), "Faults", "virtual").run(record("random", 1));
    assertThat(r.outcome().counts()).containsEntry("threads", 2L);
    assertThat(r.stdout()).isEqualToNormalizingNewlines("5\n");
  }

  // --------------------------------------------------------------------------------- exploration

  @Test
  void lostUpdate_isFoundWithOnePreemptionAndReplayed() throws Exception {
    ControlledProgram update = program("Faults", "update");
    Path input = Files.createTempDirectory(folder, "input");
    List<TargetRunner.Result> failed = new ArrayList<>();
    Explorer.Explored explored =
        new Explorer(update, input, Map.of(AgentOption.DETECT, "false"))
            .explore(
                1,
                40,
                () -> !failed.isEmpty(),
                run -> {
                  if (!run.outcome().failures().isEmpty()) {
                    failed.add(run);
                  }
                });
    assertThat(failed).as("in %s", explored).hasSize(1);
    assertThat(failed.get(0).outcome().preemptions()).isEqualTo(1);
    assertThat(explored.diverged()).isZero();
    for (int i = 0; i < 3; i++) {
      TargetRunner.Result again = update.run(replay(failed.get(0).folder()));
      assertThat(onlyFailure(again).kind()).isEqualTo(Failure.Kind.ASSERTION);
      assertThat(again.outcome().hash()).isEqualTo(failed.get(0).outcome().hash());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "p", "pct", "pos"})
  void lostUpdate_isFoundAtRandom(String strategy) throws Exception {
    ControlledProgram update = program("Faults", "update");
    int failed = 0;
    for (int seed = 1; seed <= 20 && failed == 0; seed++) {
      Map<AgentOption, String> options = new EnumMap<>(record(strategy, seed));
      options.put(AgentOption.LENGTH, "20");
      failed += update.run(options).outcome().failures().size();
    }
    assertThat(failed).isEqualTo(1);
  }

  @Test
  void lostUpdate_whereItsMethodsAreSealed_isNotFound() throws Exception {
    ControlledProgram update = program("Faults", "update");
    for (int seed = 1; seed <= 5; seed++) {
      Map<AgentOption, String> options = new EnumMap<>(record("random", seed));
      options.put(AgentOption.NO_PREEMPT, "no.such.Class:Faults*");
      TargetRunner.Result r = update.run(options);
      assertThat(r.outcome().failures()).as(r.stderr()).isEmpty();
      assertThat(r.outcome().preemptions()).isZero();
    }
  }

  /** 3 × 2 × 2 combinations, and two orders of the thread's start at each: one thread waits. */
  @Test
  void choicesOfTheProgram_areExploredAndReplayed() throws Exception {
    ControlledProgram choosing = program("Choosing");
    Set<String> seen = new TreeSet<>();
    List<TargetRunner.Result> failed = new ArrayList<>();
    Explorer.Explored explored =
        new Explorer(
                choosing,
                Files.createTempDirectory(folder, "input"),
                Map.of(AgentOption.DETECT, "false"))
            .explore(
                0,
                100,
                () -> false,
                run -> {
                  seen.add(run.stdout().strip());
                  if (!run.outcome().failures().isEmpty()) {
                    failed.add(run);
                  }
                });
    assertThat(explored.exhausted()).as("%s", explored).isTrue();
    assertThat(seen)
        .hasSize(12)
        .contains("chose 0 false 0", "chose 2 true 1")
        .allMatch(line -> line.matches("chose [012] (true|false) [01]"));
    assertThat(failed).isNotEmpty();
    TargetRunner.Result again = choosing.run(replay(failed.get(0).folder()));
    assertThat(onlyFailure(again).reason()).contains("all at once");
    assertThat(again.outcome().hash()).isEqualTo(failed.get(0).outcome().hash());
  }

  @Test
  void choicesOfTheProgram_withoutControl_areTheFirst() throws Exception {
    TargetRunner.Result r = program("Choosing").run(Map.of(AgentOption.MODE, "race"));
    assertThat(r.stdout().strip()).isEqualTo("chose 0 false 0");
  }

  // -------------------------------------------------------------------------------- bad recordings

  @Test
  void truncatedRecording_replaysWhatIsWholeAndEnds() throws Exception {
    ControlledProgram kinds = program("Kinds");
    TargetRunner.Result whole = kinds.run(record("random", 3));
    Path file = whole.folder().resolve(Recording.NAME);
    byte[] all = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(all, all.length * 2 / 3));
    TargetRunner.Result r = kinds.run(replay(whole.folder()));
    assertThat(kinds.exit()).isZero();
    assertThat(r.outcome().failures()).isEmpty();
  }

  @Test
  void foreignOrBrokenRecording_isRefused() throws Exception {
    ControlledProgram exit = program("Faults", "exit");
    TargetRunner.Result recorded = exit.run(record("p", 1));
    ControlledProgram kinds = program("Kinds");
    TargetRunner.Result r = kinds.run(replay(recorded.folder()));
    assertThat(kinds.exit()).isEqualTo(65);
    assertThat(r.stderr()).contains("pm: the recording is of another program", "Record again");
    Files.writeString(
        recorded.folder().resolve(Recording.NAME), "no recording", StandardCharsets.UTF_8);
    TargetRunner.Result broken = exit.run(replay(recorded.folder()));
    assertThat(exit.exit()).isEqualTo(65);
    assertThat(broken.stderr()).contains("pm: ", Recording.NAME);
  }
}
