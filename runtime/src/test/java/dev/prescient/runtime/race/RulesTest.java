package dev.prescient.runtime.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.TestThreads;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FastTrack's rules against full vector clocks, on random traces. */
class RulesTest {
  /** Sites are never used twice in this JVM: races are counted by pair of sites. */
  private static int nextSite = 1;

  /** Of a variable: W, R, sites. */
  private static final int WORDS = 3;

  private final List<int[]> reported = new ArrayList<>();

  @BeforeEach
  void collect() {
    Races.install(
        (o, field, index, firstWrites, epoch, firstSite, secondWrites, secondSite, t) ->
            reported.add(new int[] {index, firstSite, secondSite}));
  }

  @AfterEach
  void stop() {
    Races.install((o, field, index, fw, epoch, firstSite, sw, secondSite, t) -> {});
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void firstRaceOfEachVariable_onRandomTraces_isThatOfTheOracle(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      long traceSeed = random.nextLong();
      checkTrace(new Trace(new Random(traceSeed), 1), 120, traceSeed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void firstRaceOfEachVariable_whileClocksPass32Bits_isThatOfTheOracle(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      long traceSeed = random.nextLong();
      long clock = (1L << 32) - random.nextInt(8);
      Trace trace = new Trace(new Random(traceSeed), clock);
      checkTrace(trace, 120, traceSeed);
      assertThat(Epoch.clock(trace.threads.get(0).epoch)).isGreaterThan(clock);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void firstRaceOfEachVariable_ofThreadsWithFormerOnesIds_isThatOfTheOracle(long seed) {
    Random random = new Random(seed);
    int ids = 0;
    int threads = 0;
    for (int i = 0; i < 100; i++) {
      long traceSeed = random.nextLong();
      Trace trace = new Trace(new Random(traceSeed), new TestThreads.Reused());
      checkTrace(trace, 600, traceSeed);
      threads += trace.threads.size();
      ids += trace.threads.stream().mapToInt(t -> t.tid).max().orElse(0);
    }
    assertThat(ids).isLessThan(threads * 9 / 10);
  }

  private void checkTrace(Trace trace, int steps, long seed) {
    trace.run(steps);
    assertThat(firstSeconds(trace.base))
        .as("first racing access of each variable, trace seed %d", seed)
        .isEqualTo(trace.oracleFirst);
    reported.clear();
    collect();
  }

  /** Of the races reported for each variable, the earliest second access. */
  private Map<Integer, Integer> firstSeconds(int base) {
    Map<Integer, Integer> first = new TreeMap<>();
    for (int[] race : reported) {
      first.merge(race[0], race[2] - base, Math::min);
    }
    return first;
  }

  @Test
  void read_afterUnorderedWrite_reportsBothSites() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState child = TestThreads.create(2, main);
    long[] words = new long[WORDS];
    int site = nextSite;
    nextSite += 2;
    access(words, main, 0, site, true);
    access(words, child, 0, site + 1, false);
    assertThat(reported).containsExactly(new int[] {0, site, site + 1});
  }

  @Test
  void slotOfReaders_ofADeadObject_isUsedAgainWithNoWords() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState a = TestThreads.create(2, main);
    ThreadState b = TestThreads.create(3, main);
    int slots = 0;
    for (int i = 0; i < 200_000; i++) {
      long[] words = new long[2 * WORDS];
      access(words, a, 1, 1, false);
      access(words, b, 1, 2, false);
      slots = Math.max(slots, (int) words[WORDS + 1]);
      TestThreads.release(main, a);
      TestThreads.release(main, b);
      if (i % 20_000 == 0) {
        System.gc();
      }
    }
    assertThat(reported).isEmpty();
    assertThat(slots).isLessThan(150_000);
  }

  @Test
  void write_afterReadsOfTwoThreads_isCheckedAgainstBoth() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState a = TestThreads.create(2, main);
    ThreadState b = TestThreads.create(3, main);
    long[] words = new long[WORDS];
    int site = nextSite;
    nextSite += 3;
    access(words, a, 0, site, false);
    access(words, b, 0, site + 1, false);
    access(words, b, 0, site + 2, true);
    assertThat(reported).containsExactly(new int[] {0, site, site + 2});
  }

  @Test
  void write_whileReadersReadAgain_isReportedByOneOfThem() throws InterruptedException {
    ThreadState main = TestThreads.create(1, null);
    ThreadState a = TestThreads.create(2, main);
    ThreadState b = TestThreads.create(3, main);
    ThreadState writer = TestThreads.create(4, main);
    for (int round = 0; round < 2000; round++) {
      reported.clear();
      collect();
      long[] words = new long[WORDS];
      access(words, a, 0, 1, false);
      access(words, b, 0, 2, false);
      Object toWriter = new Object();
      TestThreads.release(toWriter, a); // the write is ordered after the first reads only
      TestThreads.release(toWriter, b);
      TestThreads.acquire(toWriter, writer);
      CyclicBarrier barrier = new CyclicBarrier(2);
      Thread reading = new Thread(() -> meetAndAccess(barrier, words, a, 3, false));
      reading.start();
      meetAndAccess(barrier, words, writer, 4, true);
      reading.join();
      assertThat(reported).as("round %d", round).isNotEmpty(); // both may see it
      assertThat(reported).allMatch(race -> race[1] + race[2] == 3 + 4);
    }
  }

  private static void meetAndAccess(
      CyclicBarrier barrier, long[] words, ThreadState t, int site, boolean writes) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
    access(words, t, 0, site, writes);
  }

  /** An access as woven code checks it. */
  private static void access(long[] words, ThreadState t, int index, int site, boolean writes) {
    int word = WORDS * index;
    long write = dev.prescient.runtime.Internals.LONGS + 8L * word;
    if (writes && words[word] != t.epoch) {
      Rules.write(words, write, write + 8, write + 16, words, 0, index, site, t);
    } else if (!writes && !t.hasRead(words[word + 1])) {
      Rules.read(words, write, write + 8, write + 16, words, 0, index, site, t);
    }
  }

  /** A random trace, executed by the rules and by full vector clocks side by side. */
  private static final class Trace {
    private static final int VARIABLES = 4;
    private static final int LOCKS = 3;
    private static final int FEW_THREADS = 6;
    private static final int MANY_THREADS = 40;

    final int base = nextSite;
    final Map<Integer, Integer> oracleFirst = new TreeMap<>();
    private final Random random;
    private final long[] words = new long[WORDS * VARIABLES];
    private final List<ThreadState> threads = new ArrayList<>();
    private final List<long[]> clocks = new ArrayList<>();
    private final List<Boolean> ended = new ArrayList<>();
    private final Object[] locks = new Object[LOCKS];
    private final TestThreads.@Nullable Reused reused;
    private final long firstClock;
    private final int mostThreads;
    private final long[][] lockClocks;
    private final int[] holders = new int[LOCKS];
    private final List<Access> accesses = new ArrayList<>();

    private record Access(int thread, int variable, boolean writes, long clock) {}

    /** Of threads with ids of their own, whose clocks begin with {@code firstClock}. */
    Trace(Random random, long firstClock) {
      this(random, firstClock, null, FEW_THREADS);
    }

    /** Of threads that get the ids of others. */
    Trace(Random random, TestThreads.Reused reused) {
      this(random, 1, reused, MANY_THREADS);
    }

    private Trace(
        Random random, long firstClock, TestThreads.@Nullable Reused reused, int mostThreads) {
      this.random = random;
      this.firstClock = firstClock;
      this.reused = reused;
      this.mostThreads = mostThreads;
      this.lockClocks = new long[LOCKS][mostThreads];
      for (int l = 0; l < LOCKS; l++) {
        locks[l] = new Object();
        holders[l] = -1;
      }
      start(null);
    }

    private void start(@Nullable Integer parent) {
      int n = threads.size();
      ThreadState starter = parent == null ? null : threads.get(parent);
      threads.add(
          reused == null ? TestThreads.create(n + 1, starter, firstClock) : reused.create(starter));
      long[] clock = parent == null ? new long[mostThreads] : clocks.get(parent).clone();
      clock[n]++;
      clocks.add(clock);
      ended.add(false);
      if (parent != null) {
        clocks.get(parent)[parent]++;
      }
    }

    void run(int steps) {
      for (int i = 0; i < steps; i++) {
        int t = random.nextInt(threads.size());
        if (!ended.get(t)) {
          step(t, random.nextInt(100));
        }
      }
      nextSite = base + steps + 1;
    }

    private void step(int t, int dice) {
      if (dice < (reused == null ? 60 : 30)) {
        access(t, random.nextInt(VARIABLES), dice < (reused == null ? 25 : 12));
      } else if (dice < 90) {
        lockOrUnlock(t, random.nextInt(LOCKS));
      } else if (dice < 95 && threads.size() < mostThreads) {
        start(t);
      } else if (dice < 97 && reused != null) {
        end(t);
      } else {
        join(t, random.nextInt(threads.size()));
      }
    }

    private void access(int t, int variable, boolean writes) {
      int at = accesses.size();
      long[] clock = clocks.get(t);
      for (Access a : accesses) {
        boolean conflicts = a.variable == variable && (a.writes || writes);
        if (conflicts && a.clock > clock[a.thread]) {
          oracleFirst.putIfAbsent(variable, at);
        }
      }
      accesses.add(new Access(t, variable, writes, clock[t]));
      RulesTest.access(words, threads.get(t), variable, base + at, writes);
    }

    private void lockOrUnlock(int t, int lock) {
      if (holders[lock] == -1) {
        holders[lock] = t;
        TestThreads.acquire(locks[lock], threads.get(t));
        join(clocks.get(t), lockClocks[lock]);
      } else if (holders[lock] == t) {
        holders[lock] = -1;
        TestThreads.release(locks[lock], threads.get(t));
        lockClocks[lock] = clocks.get(t).clone();
        clocks.get(t)[t]++;
      }
    }

    /** Lets a thread end, if it may. */
    private boolean end(int t) {
      for (int holder : holders) {
        if (holder == t) {
          return false;
        }
      }
      if (reused != null && !ended.get(t)) {
        reused.end(threads.get(t));
      }
      ended.set(t, true);
      return true;
    }

    private void join(int t, int other) {
      if (other != t && end(other)) {
        threads.get(t).join(threads.get(other).snapshot());
        join(clocks.get(t), clocks.get(other));
      }
    }

    private static void join(long[] into, long[] from) {
      for (int i = 0; i < into.length; i++) {
        into[i] = Math.max(into[i], from[i]);
      }
    }
  }
}
