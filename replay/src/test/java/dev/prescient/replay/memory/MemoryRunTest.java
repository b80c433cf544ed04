package dev.prescient.replay.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.site.SiteTable;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.replay.Outcome.Injected;
import dev.prescient.runtime.TestThreads;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory model alone, driven event by event, and against an oracle on random programs. */
class MemoryRunTest {
  private static final int KEPT = 1024;

  private final SiteTable sites = new SiteTable();
  private final Object object = new Object();
  private final ThreadState[] threads = {
    TestThreads.root(0, "0.1"), TestThreads.root(1, "0.2"), TestThreads.root(2, "0.3")
  };

  private int site(int n, String declaration) {
    return sites.intern("A", "m", "()V", n, n, "A.java", declaration);
  }

  private int site(int n) {
    return site(n, "A.x:I");
  }

  private MemoryRun profiler() {
    RunValues values = new RunValues();
    Injector none = new Injector(List.of(), null, List.of(), values);
    return new MemoryRun(sites, KEPT, values, new Profiler(values), none);
  }

  private MemoryRun injecting(SpeculativeRead... reads) {
    return run(null, reads);
  }

  private MemoryRun run(@Nullable Adversary adversary, SpeculativeRead... reads) {
    RunValues values = new RunValues();
    Injector injector = new Injector(List.of(reads), adversary, List.of(), values);
    return new MemoryRun(sites, KEPT, values, null, injector);
  }

  private static Candidate only(MemoryRun run, Candidate.Kind kind) {
    List<Candidate> all =
        run.candidates().stream().filter(c -> c.kind() == kind && !c.hold()).toList();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /** {@code r = x || x = 1}: the load could have returned 1 from the future. */
  private Candidate future() {
    MemoryRun run = profiler();
    run.read(threads[0], object, 1, 0, site(1));
    run.wrote(threads[1], object, 1, 1, site(2));
    return only(run, Candidate.Kind.FUTURE);
  }

  @Test
  void profile_laterRacingStore_isFutureCandidate() {
    Candidate c = future();
    assertThat(c.id()).isEqualTo("C1");
    assertThat(c.variable()).isEqualTo("A.x");
    assertThat(c.loadSite()).isEqualTo("A.java:1");
    assertThat(c.storeSite()).isEqualTo("A.java:2");
    assertThat(c.load()).isEqualTo(new Occurrence("0.1", sites.site(site(1)).hash(), 1));
    assertThat(c.value().text()).isEqualTo("1");
  }

  @Test
  void profile_storeOrderedAfterLoad_isNoCandidate() {
    MemoryRun run = profiler();
    run.read(threads[0], object, 1, 0, site(1));
    TestThreads.synchronise(threads[0], threads[1]);
    run.wrote(threads[1], object, 1, 1, site(2));
    assertThat(run.candidates()).isEmpty();
  }

  @Test
  void profile_storeOrderedBeforeLoad_hidesTheInitialValue() {
    MemoryRun run = profiler();
    run.wrote(threads[1], object, 1, 1, site(2));
    TestThreads.synchronise(threads[1], threads[0]);
    run.read(threads[0], object, 1, 1, site(1));
    assertThat(run.candidates()).isEmpty();
  }

  @Test
  void profile_unorderedEarlierStore_leavesTheInitialValueStale() {
    MemoryRun run = profiler();
    run.wrote(threads[1], object, 1, 1, site(2));
    run.read(threads[0], object, 1, 1, site(1));
    Candidate c = only(run, Candidate.Kind.STALE);
    assertThat(c.value().text()).isEqualTo("0");
    assertThat(c.storeSite()).isEqualTo("initial value");
    assertThat(run.candidates()).hasSize(1);
  }

  @Test
  void profile_loadInLoop_staleValueCanBeHeld() {
    sites.markLoop(site(1));
    MemoryRun run = profiler();
    run.wrote(threads[1], object, 1, 1, site(2));
    run.read(threads[0], object, 1, 1, site(1));
    assertThat(run.candidates()).extracting(Candidate::hold).containsExactly(false, true);
  }

  @Test
  void profile_objectNotYetKnownAtTheLoad_isNeverGuessed() {
    int load = site(1, "A.r:LB;");
    int store = site(2, "A.r:LB;");
    MemoryRun run = profiler();
    run.readReference(threads[0], object, 1, null, load);
    run.wroteReference(threads[1], object, 1, "new", store);
    assertThat(run.candidates()).isEmpty();
  }

  @Test
  void profile_nullStoredLater_isFutureCandidate() {
    String known = "known";
    MemoryRun run = profiler();
    run.wroteReference(threads[0], object, 1, known, site(2, "A.r:LB;"));
    run.readReference(threads[0], object, 1, known, site(1, "A.r:LB;"));
    run.wroteReference(threads[1], object, 1, null, site(3, "A.r:LB;"));
    assertThat(only(run, Candidate.Kind.FUTURE).value().text()).isEqualTo("null");
  }

  @Test
  void inject_futureThenRacingStore_isValidated() {
    MemoryRun run = injecting(new SpeculativeRead(future(), null));
    assertThat(run.read(threads[0], object, 1, 0, site(1))).isEqualTo(1);
    assertThat(fate(run)).isEqualTo(Fate.UNVALIDATED);
    run.wrote(threads[1], object, 1, 1, site(2));
    Injected i = run.injections().get(0);
    assertThat(i.fate()).isEqualTo(Fate.VALIDATED);
    assertThat(i.seen()).isEqualTo("0");
    assertThat(i.validatedAt()).isEqualTo("A.java:2");
    assertThat(i.guessed()).isTrue();
  }

  @Test
  void inject_ownStore_neverValidates() {
    MemoryRun run = injecting(new SpeculativeRead(future(), null));
    run.read(threads[0], object, 1, 0, site(1));
    run.wrote(threads[0], object, 1, 1, site(2));
    assertThat(fate(run)).isEqualTo(Fate.UNVALIDATED);
  }

  @Test
  void inject_storeOrderedAfterTheLoad_doesNotValidate() {
    MemoryRun run = injecting(new SpeculativeRead(future(), null));
    run.read(threads[0], object, 1, 0, site(1));
    TestThreads.synchronise(threads[0], threads[1]);
    run.wrote(threads[1], object, 1, 1, site(2));
    assertThat(fate(run)).isEqualTo(Fate.UNVALIDATED);
  }

  @Test
  void inject_storeToAnotherObject_doesNotValidate() {
    MemoryRun run = injecting(new SpeculativeRead(future(), null));
    run.read(threads[0], object, 1, 0, site(1));
    run.wrote(threads[1], new Object(), 1, 1, site(2));
    assertThat(fate(run)).isEqualTo(Fate.UNVALIDATED);
  }

  @Test
  void inject_valueThereAnyway_hasNoEffect() {
    MemoryRun run = injecting(new SpeculativeRead(future(), null));
    run.wrote(threads[1], object, 1, 1, site(2));
    assertThat(run.read(threads[0], object, 1, 1, site(1))).isEqualTo(1);
    assertThat(fate(run)).isEqualTo(Fate.NO_EFFECT);
  }

  @Test
  void inject_loadNeverHappens_isNotReached() {
    assertThat(fate(injecting(new SpeculativeRead(future(), null)))).isEqualTo(Fate.NOT_REACHED);
  }

  @Test
  void inject_staleButHidden_isNotVisible() {
    MemoryRun run = injecting(new SpeculativeRead(stale(false), null));
    run.wrote(threads[1], object, 1, 1, site(2));
    TestThreads.synchronise(threads[1], threads[0]);
    assertThat(run.read(threads[0], object, 1, 1, site(1))).isEqualTo(1);
    assertThat(fate(run)).isEqualTo(Fate.NOT_VISIBLE);
  }

  @Test
  void inject_staleHeld_staysUntilOrderingHidesIt() {
    MemoryRun run = injecting(new SpeculativeRead(stale(true), null));
    run.wrote(threads[1], object, 1, 1, site(2));
    for (int i = 0; i < 5; i++) {
      assertThat(run.read(threads[0], object, 1, 1, site(1))).isZero();
    }
    TestThreads.synchronise(threads[1], threads[0]);
    assertThat(run.read(threads[0], object, 1, 1, site(1))).isEqualTo(1);
    assertThat(fate(run)).isEqualTo(Fate.VALIDATED);
    assertThat(run.injections().get(0).guessed()).isFalse();
  }

  @Test
  void off_storeHappensAnyway_isJustified() {
    MemoryRun off = injecting(new SpeculativeRead(future(), "0.2"));
    assertThat(off.read(threads[0], object, 1, 0, site(1))).isZero();
    off.wrote(threads[1], object, 1, 1, site(2));
    assertThat(fate(off)).isEqualTo(Fate.VALIDATED);
  }

  @Test
  void off_otherThreadStores_isNotJustified() {
    MemoryRun off = injecting(new SpeculativeRead(future(), "0.2"));
    off.read(threads[0], object, 1, 0, site(1));
    off.wrote(threads[2], object, 1, 1, site(2));
    assertThat(fate(off)).isEqualTo(Fate.UNVALIDATED);
  }

  @Test
  void off_output_isToldOnlyWhereItHappensBeforeTheStore() {
    MemoryRun off = injecting(new SpeculativeRead(future(), "0.2"));
    off.read(threads[0], object, 1, 0, site(1));
    off.writesOut(threads[1], site(7));
    off.writesOut(threads[1], site(7));
    off.writesOut(threads[0], site(8));
    off.wrote(threads[1], object, 1, 1, site(2));
    off.writesOut(threads[1], site(9));
    assertThat(off.injections().get(0).outputBefore())
        .containsExactly(new Occurrence("0.2", sites.site(site(7)).hash(), 2));
  }

  @Test
  void off_outputOfAnotherThread_isToldWhereAnOrderingLeadsToTheStore() {
    MemoryRun off = injecting(new SpeculativeRead(future(), "0.2"));
    off.read(threads[0], object, 1, 0, site(1));
    off.writesOut(threads[2], site(8));
    TestThreads.synchronise(threads[2], threads[1]);
    off.writesOut(threads[2], site(9));
    off.wrote(threads[1], object, 1, 1, site(2));
    assertThat(off.injections().get(0).outputBefore())
        .containsExactly(new Occurrence("0.3", sites.site(site(8)).hash(), 1));
  }

  /** Two threads that store, then get each other's store from before their own. */
  @Test
  void counts_threadsThatDisagreeOnTheOrder_areIncoherent() {
    MemoryRun run = injecting(new SpeculativeRead(staleOfOther(), null));
    run.wrote(threads[0], object, 1, 2, site(2));
    run.wrote(threads[1], object, 1, 1, site(3));
    assertThat(run.read(threads[1], object, 1, 1, site(4))).isEqualTo(2);
    assertThat(run.counts()).isEmpty();
    assertThat(run.read(threads[0], object, 1, 1, site(5))).isEqualTo(1);
    assertThat(run.counts()).containsEntry("incoherent", 1L);
  }

  /** {@code x = 2 || x = 1; r = x}: the load could have returned 2. */
  private Candidate staleOfOther() {
    MemoryRun run = profiler();
    run.wrote(threads[0], object, 1, 2, site(2));
    run.wrote(threads[1], object, 1, 1, site(3));
    run.read(threads[1], object, 1, 1, site(4));
    return only(run, Candidate.Kind.STALE);
  }

  @Test
  void read_unseenStore_dropsTheHistory() {
    MemoryRun run = profiler();
    run.wrote(threads[1], object, 1, 1, site(2));
    run.read(threads[0], object, 1, 9, site(1));
    assertThat(run.candidates()).isEmpty();
    assertThat(run.counts()).containsEntry("unseenWrites", 1L);
  }

  @Test
  void adversary_choosesOldValue_andNamesItForAReplay() {
    MemoryRun run = run(new Heuristics(2));
    run.wrote(threads[1], object, 1, 1, site(2));
    assertThat(run.read(threads[0], object, 1, 1, site(1))).isZero();
    assertThat(run.read(threads[0], object, 1, 1, site(1))).as("but different").isEqualTo(1);
    Candidate chosen = run.candidates().get(0);
    assertThat(chosen.id()).isEqualTo("A1");
    MemoryRun again = injecting(new SpeculativeRead(chosen, null));
    again.wrote(threads[1], object, 1, 1, site(2));
    assertThat(again.read(threads[0], object, 1, 1, site(1))).isZero();
    assertThat(fate(again)).isEqualTo(Fate.VALIDATED);
  }

  private Candidate stale(boolean hold) {
    if (hold) {
      sites.markLoop(site(1));
    }
    MemoryRun run = profiler();
    run.wrote(threads[1], object, 1, 1, site(2));
    run.read(threads[0], object, 1, 1, site(1));
    return run.candidates().stream().filter(c -> c.hold() == hold).findFirst().orElseThrow();
  }

  private static Fate fate(MemoryRun run) {
    return run.injections().get(0).fate();
  }

  // ---- an oracle that knows nothing of epochs: happens-before as reachability over events

  private record Step(int thread, char kind, int variable, int value, int other) {}

  private static List<Step> randomProgram(Random random) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int thread = random.nextInt(3);
      char kind = "RRRWWS".charAt(random.nextInt(6));
      int other = (thread + 1 + random.nextInt(2)) % 3;
      steps.add(new Step(thread, kind, random.nextInt(2), 1 + random.nextInt(4), other));
    }
    return steps;
  }

  /** What a profile must find: {@code kind load-index value}. */
  private static Set<String> oracle(List<Step> steps) {
    int n = steps.size();
    boolean[][] before = new boolean[n][n];
    for (int b = 0; b < n; b++) {
      for (int a = 0; a < b; a++) {
        Step x = steps.get(a);
        Step y = steps.get(b);
        before[a][b] = x.thread == y.thread || (x.kind == 'S' && x.other == y.thread);
      }
    }
    for (int k = 0; k < n; k++) {
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
          before[a][b] |= before[a][k] && before[k][b];
        }
      }
    }
    Set<String> found = new TreeSet<>();
    for (int r = 0; r < n; r++) {
      Step load = steps.get(r);
      if (load.kind != 'R') {
        continue;
      }
      Set<Integer> visible = new TreeSet<>();
      int latest = 0;
      boolean initial = true;
      for (int w = 0; w < r; w++) {
        if (!isWrite(steps.get(w), load.variable)) {
          continue;
        }
        latest = steps.get(w).value;
        initial &= !before[w][r];
        boolean hidden = false;
        for (int v = w + 1; v < r; v++) {
          hidden |= isWrite(steps.get(v), load.variable) && before[w][v] && before[v][r];
        }
        if (!hidden) {
          visible.add(steps.get(w).value);
        }
      }
      if (initial) {
        visible.add(0);
      }
      for (int v : visible) {
        if (v != latest) {
          found.add("STALE " + r + " " + v);
        }
      }
      for (int w = r + 1; w < n; w++) {
        Step store = steps.get(w);
        if (isWrite(store, load.variable) && !before[r][w] && !visible.contains(store.value)) {
          found.add("FUTURE " + r + " " + store.value);
        }
      }
    }
    return found;
  }

  private static boolean isWrite(Step s, int variable) {
    return s.kind == 'W' && s.variable == variable;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void profile_randomPrograms_findsExactlyWhatTheOracleFinds(int seed) {
    Random random = new Random(seed);
    for (int trial = 0; trial < 200; trial++) {
      List<Step> steps = randomProgram(random);
      MemoryRun run = profiler();
      play(run, steps, null);
      Set<String> found = new TreeSet<>();
      for (Candidate c : run.candidates()) {
        if (!c.hold()) {
          int r = sites.site(sites.id(c.load().site())).index();
          found.add(c.kind() + " " + r + " " + c.value().text());
        }
      }
      String where = "seed " + seed + ", trial " + trial + ": ";
      assertThat(found).as(() -> where + steps).isEqualTo(oracle(steps));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {11, 12, 13, 14})
  void inject_everyCandidateOfRandomPrograms_isValidated(int seed) {
    Random random = new Random(seed);
    for (int trial = 0; trial < 50; trial++) {
      List<Step> steps = randomProgram(random);
      MemoryRun run = profiler();
      play(run, steps, null);
      for (Candidate c : run.candidates()) {
        MemoryRun second = injecting(new SpeculativeRead(c, null));
        play(second, steps, c);
        String where = "seed " + seed + ", trial " + trial + ", " + c.id() + ": ";
        assertThat(fate(second)).as(() -> where + steps).isEqualTo(Fate.VALIDATED);
      }
    }
  }

  /** Plays a program without values that depend on loads; sites are step numbers. */
  private void play(MemoryRun run, List<Step> steps, @Nullable Candidate expected) {
    ThreadState[] t = new ThreadState[3];
    for (int i = 0; i < 3; i++) {
      t[i] = TestThreads.root(i, threads[i].path);
    }
    Object[] owners = {new Object(), new Object()};
    int[] values = new int[2];
    for (int i = 0; i < steps.size(); i++) {
      Step s = steps.get(i);
      Object owner = owners[s.variable];
      switch (s.kind) {
        case 'R' -> {
          long seen = run.read(t[s.thread], owner, 1, values[s.variable], site(i));
          boolean injected =
              expected != null
                  && expected.load().site() == sites.site(site(i)).hash()
                  && !expected.hold();
          assertThat(seen)
              .isEqualTo(
                  injected && expected != null ? expected.value().bits() : values[s.variable]);
        }
        case 'W' -> {
          values[s.variable] = s.value;
          run.wrote(t[s.thread], owner, 1, s.value, site(i));
        }
        default -> TestThreads.synchronise(t[s.thread], t[s.other]);
      }
    }
  }
}
