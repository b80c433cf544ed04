package dev.prescient.runtime.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.runtime.TestThreads;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks of array elements, ranges and runs against full vector clocks, on random traces that make
 * arrays change their representation.
 */
class ArrayShadowTest {
  /** Sites are never used twice in this JVM: races are counted by pair of sites. */
  private static int nextSite = 1 << 20;

  private record Race(Object array, int index, int first, int second) {}

  private final ConcurrentLinkedQueue<Race> reported = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void collect() {
    Races.install(
        (o, field, index, firstWrites, epoch, firstSite, secondWrites, secondSite, t) ->
            reported.add(new Race(o == null ? "gone" : o, index, firstSite, secondSite)));
  }

  @AfterEach
  void stop() {
    Races.install((o, field, index, fw, epoch, firstSite, sw, secondSite, t) -> {});
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,1", "4,1", "5,1", "6,1", "1,4294967295", "2,4294967290"})
  void racesOfEachElement_onRandomTraces_areThoseOfTheOracle(long seed, long clock) {
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      long traceSeed = random.nextLong();
      Trace trace = new Trace(new Random(traceSeed), clock);
      trace.run(100);
      for (Race race : reported) {
        assertThat(trace.areRacing(race))
            .as("%s is a race, trace seed %d %s", race, traceSeed, trace.describe(race))
            .isTrue();
      }
      assertThat(trace.covered(reported))
          .as("elements with a race, trace seed %d", traceSeed)
          .isEqualTo(trace.racy());
      reported.clear();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void firstRaceOfEachElement_accessedOneByOne_isThatOfTheOracle(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      long traceSeed = random.nextLong();
      Trace trace = new Trace(new Random(traceSeed), 1);
      trace.elementsOnly = true;
      trace.run(150);
      Map<Integer, Integer> first = new HashMap<>();
      for (Race race : reported) {
        first.merge(race.index, race.second, Math::min);
      }
      assertThat(first)
          .as("first racing access of each element, trace seed %d", traceSeed)
          .isEqualTo(trace.firstSeconds());
      reported.clear();
    }
  }

  @Test
  void write_ofRangeReadByOther_reportsFirstElementInBoth() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState child = TestThreads.create(2, main);
    int[] array = new int[100];
    int site = nextSite;
    nextSite += 2;
    range(array, 10, 30, 1, false, site, main);
    range(array, 20, 60, 1, true, site + 1, child);
    assertThat(reported).containsExactly(new Race(array, 20, site, site + 1));
  }

  @Test
  void everySecondElement_besideTheOthers_doesNotRace() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState child = TestThreads.create(2, main);
    int[] array = new int[100];
    int site = nextSite;
    nextSite += 3;
    range(array, 1, 99, 2, true, site, main);
    range(array, 2, 98, 2, true, site + 1, child);
    assertThat(reported).isEmpty();
    range(array, 97, 98, 1, false, site + 2, child);
    assertThat(reported).containsExactly(new Race(array, 97, site, site + 2));
  }

  @Test
  void run_ofOneThread_isRecordedBeforeItsClockIsTold() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState child = TestThreads.create(2, main);
    Object lock = new Object();
    int[] array = new int[100];
    int site = nextSite;
    nextSite += 2;
    for (int i = 0; i < 50; i++) {
      element(array, i, true, site, main);
    }
    TestThreads.release(lock, main);
    for (int i = 0; i < 50; i++) {
      element(array, i, true, site, main);
    }
    TestThreads.acquire(lock, child);
    element(array, 0, false, site + 1, child);
    TestThreads.settle(main);
    element(array, 30, false, site + 1, child);
    assertThat(reported).containsExactly(new Race(array, 0, site, site + 1));
  }

  /** Both threads access one element while the array changes its representation under them. */
  @Test
  void simultaneousRace_whileTheRepresentationChanges_isNotLost() throws Exception {
    for (int round = 0; round < 150; round++) {
      int[] array = new int[256];
      ThreadState main = TestThreads.create(1, null);
      ThreadState[] threads = {TestThreads.create(2, main), TestThreads.create(3, main)};
      int site = nextSite;
      nextSite += 8;
      CountDownLatch go = new CountDownLatch(1);
      List<Thread> running = new ArrayList<>();
      for (int n = 0; n < 2; n++) {
        int self = n;
        Random random = new Random(round * 2L + n);
        Thread thread =
            new Thread(
                () -> {
                  try {
                    go.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  clash(array, site + self, random, threads[self], self);
                });
        running.add(thread);
        thread.start();
      }
      go.countDown();
      for (Thread thread : running) {
        thread.join();
      }
      Set<Integer> seconds = new HashSet<>();
      for (Race race : reported) {
        assertThat(race.index).isEqualTo(128);
        seconds.add(race.second);
      }
      assertThat(seconds).as("round %d", round).isNotEmpty();
      reported.clear();
    }
  }

  private static void clash(int[] array, int site, Random random, ThreadState t, int half) {
    int base = half == 0 ? 0 : 129; // elements of its own, and 128
    for (int i = 0; i < 200; i++) {
      if (i == 100) {
        element(array, 128, true, site, t);
      }
      if (i % 50 < 25) {
        element(array, base + random.nextInt(127), true, site + 2, t);
      } else {
        range(array, base, base + 127, 1, true, site + 4, t);
      }
    }
    TestThreads.settle(t);
  }

  private static void element(int[] array, int i, boolean writes, int site, ThreadState t) {
    range(array, i, i + 1, 1, writes, site, t);
  }

  /** As the hooks do it. */
  private static void range(
      int[] array, int from, int to, int stride, boolean writes, int site, ThreadState t) {
    ThreadArrays a = ThreadArrays.of(t);
    Footprint f = a.footprint(array);
    FineStates fine = f.shadow.fine();
    boolean one = to == from + 1;
    if (fine != null
        && one
        && (writes ? a.writesFine(fine, from, site) : a.readsFine(f, fine, from, site))) {
      return;
    }
    if (stride != 1) {
      a.record(f.shadow, from, to, stride, writes, site, t.use());
    } else if (!a.continues(f, from, to, writes, site, t.epoch)) {
      a.access(f, from, to, writes, site);
    }
  }

  /** A random trace on one array, executed by the checks and by full vector clocks. */
  private static final class Trace {
    private static final int LOCKS = 2;
    private static final int MAX_THREADS = 4;
    private static final int[] LENGTHS = {5, 40, 200, 1000};
    private static final int[] STRIDES = {1, 1, 1, 2, 2, 3, 4, 8, 13};

    boolean elementsOnly;
    private final Random random;
    private final int[] array;
    private final List<ThreadState> threads = new ArrayList<>();
    private final List<long[]> clocks = new ArrayList<>();
    private final Object[] locks = new Object[LOCKS];
    private final long[][] lockClocks = new long[LOCKS][MAX_THREADS];
    private final int[] holders = new int[LOCKS];
    private final List<Group> groups = new ArrayList<>();

    /** Accesses with one site, by one thread between two of its synchronisations. */
    private static final class Group {
      final int site;
      final int thread;
      final boolean writes;
      final long[] clock;
      final BitSet elements = new BitSet();

      Group(int site, int thread, boolean writes, long[] clock) {
        this.site = site;
        this.thread = thread;
        this.writes = writes;
        this.clock = clock;
      }

      boolean races(Group other) {
        return thread != other.thread
            && (writes || other.writes)
            && clock[thread] > other.clock[thread]
            && other.clock[other.thread] > clock[other.thread];
      }
    }

    Trace(Random random, long firstClock) {
      this.random = random;
      this.array = new int[LENGTHS[random.nextInt(LENGTHS.length)]];
      for (int l = 0; l < LOCKS; l++) {
        locks[l] = new Object();
        holders[l] = -1;
      }
      for (int n = 0; n < MAX_THREADS; n++) {
        threads.add(TestThreads.create(n + 1, n == 0 ? null : threads.get(0), firstClock));
        long[] clock = n == 0 ? new long[MAX_THREADS] : clocks.get(0).clone();
        clock[n]++;
        clocks.add(clock);
        if (n > 0) {
          clocks.get(0)[0]++;
        }
      }
    }

    void run(int steps) {
      for (int i = 0; i < steps; i++) {
        int t = random.nextInt(MAX_THREADS);
        if (random.nextInt(100) < 40) {
          lockOrUnlock(t, random.nextInt(LOCKS));
        } else {
          access(t);
        }
      }
      for (ThreadState t : threads) {
        TestThreads.settle(t);
      }
    }

    private void access(int t) {
      boolean writes = random.nextInt(10) < 3;
      Group group = new Group(nextSite++, t, writes, clocks.get(t).clone());
      groups.add(group);
      int from = random.nextInt(array.length);
      int to = from + 1 + random.nextInt(array.length - from);
      switch (elementsOnly ? 0 : random.nextInt(4)) {
        case 0 -> one(group, from);
        case 1 -> { // a run, up or down
          boolean down = random.nextBoolean();
          for (int i = 0; i < Math.min(to - from, 20); i++) {
            one(group, down ? to - 1 - i : from + i);
          }
        }
        case 2 -> {
          for (int i = 0; i < 40; i++) {
            one(group, random.nextInt(array.length));
          }
        }
        default -> {
          int stride = STRIDES[random.nextInt(STRIDES.length)];
          range(array, from, to, stride, writes, group.site, threads.get(t));
          for (int i = from; i < to; i += stride) {
            group.elements.set(i);
          }
        }
      }
    }

    private void one(Group group, int i) {
      element(array, i, group.writes, group.site, threads.get(group.thread));
      group.elements.set(i);
    }

    private void lockOrUnlock(int t, int lock) {
      if (holders[lock] == -1) {
        holders[lock] = t;
        TestThreads.acquire(locks[lock], threads.get(t));
        for (int u = 0; u < MAX_THREADS; u++) {
          clocks.get(t)[u] = Math.max(clocks.get(t)[u], lockClocks[lock][u]);
        }
      } else if (holders[lock] == t) {
        holders[lock] = -1;
        TestThreads.release(locks[lock], threads.get(t));
        lockClocks[lock] = clocks.get(t).clone();
        clocks.get(t)[t]++;
      }
    }

    /** Elements with two unordered accesses, one of them a write. */
    BitSet racy() {
      BitSet racy = new BitSet();
      for (Group a : groups) {
        for (Group b : groups) {
          if (a.site < b.site && a.races(b)) {
            BitSet both = (BitSet) a.elements.clone();
            both.and(b.elements);
            racy.or(both);
          }
        }
      }
      return racy;
    }

    /** The first access of each element that is not ordered after an earlier one of it. */
    Map<Integer, Integer> firstSeconds() {
      Map<Integer, Integer> first = new HashMap<>();
      for (Group b : groups) {
        for (Group a : groups) {
          if (a.site < b.site && a.races(b) && a.elements.intersects(b.elements)) {
            first.merge(b.elements.nextSetBit(0), b.site, Math::min);
          }
        }
      }
      return first;
    }

    private Group group(int site) {
      return groups.get(site - groups.get(0).site);
    }

    String describe(Race race) {
      String d = "len " + array.length;
      for (Group g : List.of(group(race.first), group(race.second))) {
        d +=
            " t"
                + g.thread
                + (g.writes ? " W " : " R ")
                + java.util.Arrays.toString(g.clock)
                + g.elements;
      }
      return d;
    }

    boolean areRacing(Race race) {
      Group a = group(race.first);
      Group b = group(race.second);
      return a.races(b) && a.elements.get(race.index) && b.elements.get(race.index);
    }

    /** Elements that reported pairs of sites have in common. */
    BitSet covered(Iterable<Race> races) {
      BitSet covered = new BitSet();
      for (Race race : races) {
        BitSet both = (BitSet) group(race.first).elements.clone();
        both.and(group(race.second).elements);
        covered.or(both);
      }
      return covered;
    }
  }
}
