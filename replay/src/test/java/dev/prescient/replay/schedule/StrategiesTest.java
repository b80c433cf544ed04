package dev.prescient.replay.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.SiteKeys;
import dev.prescient.runtime.control.Strategy;
import dev.prescient.runtime.control.TestControl;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Strategies on threads that only stand at places. */
class StrategiesTest {
  private static final long WRITE = 0x1111_2222_3333_4444L;
  private static final long READ = 0x5555_6666_7777_8888L;
  private static final int WRITE_SITE = 901;
  private static final int READ_SITE = 902;
  private static final int ELSEWHERE = 903;

  static {
    SiteKeys.put(WRITE_SITE, WRITE, SiteKeys.variable(7, false, false));
    SiteKeys.put(READ_SITE, READ, SiteKeys.variable(7, false, true));
    SiteKeys.put(ELSEWHERE, 99, SiteKeys.variable(8, false, false));
  }

  /** Threads with one step each: how often each order comes, of 10,000 seeds. */
  private static Map<String, Integer> orders(int... sites) {
    Map<String, Integer> seen = new HashMap<>();
    for (long seed = 0; seed < 10_000; seed++) {
      Strategy pos = new Pos(seed);
      ControlledThread[] left = new ControlledThread[sites.length];
      for (int i = 0; i < sites.length; i++) {
        left[i] = TestControl.thread(i + 1, sites[i]);
        pos.started(left[i]);
      }
      ControlledThread me = TestControl.thread(0, 0);
      StringBuilder order = new StringBuilder();
      for (int n = left.length; n > 0; n--) {
        ControlledThread next = pos.choose(me, left, n, false, false);
        order.append(next.id);
        int at = 0;
        while (left[at] != next) {
          at++;
        }
        System.arraycopy(left, at + 1, left, at, n - at - 1);
        me = next;
      }
      seen.merge(order.toString(), 1, Integer::sum);
    }
    return seen;
  }

  @Test
  void pos_independentSteps_haveEveryOrderAsOften() {
    Map<String, Integer> seen = orders(WRITE_SITE, ELSEWHERE, 0);
    assertThat(seen).hasSize(6);
    assertThat(seen.values()).allMatch(n -> n > 1_400 && n < 1_950);
  }

  /** After the first of three steps on one variable the others have new priorities: still even. */
  @Test
  void pos_dependentSteps_haveEveryOrderAsOften() {
    Map<String, Integer> seen = orders(WRITE_SITE, READ_SITE, WRITE_SITE);
    assertThat(seen).hasSize(6);
    assertThat(seen.values()).allMatch(n -> n > 1_400 && n < 1_950);
  }

  @Test
  void pos_threadThatGivesWay_isLast() {
    for (long seed = 0; seed < 100; seed++) {
      Pos pos = new Pos(seed);
      ControlledThread me = TestControl.thread(1, ELSEWHERE);
      ControlledThread other = TestControl.thread(2, ELSEWHERE);
      pos.started(me);
      pos.started(other);
      ControlledThread[] both = {me, other};
      assertThat(pos.choose(me, both, 2, true, true)).isSameAs(other);
    }
  }

  @Test
  void race_threadAtOnePlace_waitsForAnotherAtTheOther_andEitherGoesFirst() {
    int readFirst = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      RaceFuzzer race = new RaceFuzzer(seed, WRITE, READ);
      ControlledThread writer = TestControl.thread(1, WRITE_SITE);
      ControlledThread reader = TestControl.thread(2, ELSEWHERE);
      ControlledThread[] both = {writer, reader};
      assertThat(race.choose(writer, both, 2, true, false)).isSameAs(reader);
      assertThat(race.choose(reader, both, 2, true, false)).isSameAs(reader);
      reader.site = READ_SITE;
      ControlledThread first = race.choose(reader, both, 2, true, false);
      readFirst += first == reader ? 1 : 0;
    }
    assertThat(readFirst).isBetween(400, 600);
  }

  @Test
  void race_allThreadsAtOnePlace_oneIsLetGo() {
    RaceFuzzer race = new RaceFuzzer(1, WRITE, READ);
    ControlledThread one = TestControl.thread(1, WRITE_SITE);
    ControlledThread two = TestControl.thread(2, WRITE_SITE);
    ControlledThread[] both = {one, two};
    assertThat(race.choose(one, both, 2, true, false)).isSameAs(two);
    assertThat(race.choose(two, both, 2, true, false)).isIn(one, two);
    assertThat(one.priority + two.priority).isEqualTo(1); // the other one is still held
  }
}
