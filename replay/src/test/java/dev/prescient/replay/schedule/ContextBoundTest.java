package dev.prescient.replay.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.replay.trace.Recording;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts of schedules against counts by hand, on a target that is simulated. */
class ContextBoundTest {

  /**
   * Threads that each pass a number of scheduling points and end. A thread that arrives at a point
   * may be preempted there; when it comes back it passes the point.
   */
  private static final class Simulation {
    private final int[] points;
    private final List<Recording.Choice> choices = new ArrayList<>();
    private final List<Recording.Choice> prefix;
    private final StringBuilder order = new StringBuilder();
    private final int[] arrived;

    Simulation(int[] points, List<Recording.Choice> prefix) {
      this.points = points;
      this.prefix = prefix;
      this.arrived = new int[points.length];
    }

    String run() {
      int me = 0;
      boolean[] resumes = new boolean[points.length];
      while (true) {
        if (!resumes[me] && arrived[me] < points[me]) {
          arrived[me]++;
          int next = decide(me, true);
          if (next != me) {
            resumes[me] = true;
            me = next;
            continue;
          }
        }
        resumes[me] = false;
        order.append(me);
        if (arrived[me] == points[me]) {
          arrived[me]++; // ended
          if (alive().isEmpty()) {
            return order.toString();
          }
          me = decide(me, false);
        }
      }
    }

    private List<String> alive() {
      List<String> alive = new ArrayList<>();
      for (int t = 0; t < points.length; t++) {
        if (arrived[t] <= points[t]) {
          alive.add("0." + t);
        }
      }
      return alive;
    }

    private int decide(int me, boolean continues) {
      List<String> enabled = alive();
      String chosen = continues ? "0." + me : enabled.get(0);
      if (enabled.size() > 1) {
        if (choices.size() < prefix.size()) {
          chosen = prefix.get(choices.size()).chosen();
        }
        boolean preemptive = continues && !chosen.equals("0." + me);
        choices.add(
            new Recording.Choice(
                Recording.Kind.THREAD,
                "0." + me,
                arrived[me],
                chosen,
                preemptive,
                false,
                continues,
                enabled,
                1,
                "T.java:1"));
      }
      return Integer.parseInt(chosen.substring(2));
    }
  }

  private static int[] explore(int most, int... points) {
    ContextBound bound = new ContextBound(most, false);
    int[] count = new int[most + 1];
    Set<String> seen = new HashSet<>();
    for (Optional<ContextBound.Prefix> p = bound.next(); p.isPresent(); p = bound.next()) {
      Simulation s = new Simulation(points, p.get().choices());
      String order = s.run();
      assertThat(seen.add(order + s.choices)).as("schedule run twice: %s", order).isTrue();
      bound.ran(p.get(), s.choices);
      count[p.get().price()]++;
    }
    assertThat(bound.diverged()).isZero();
    assertThat(bound.exhausted()).isEqualTo(most);
    return count;
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,2", "5,4"})
  void twoThreads_byBound_matchTheFormula(int a, int b) {
    // none: 0 then 1. One: leave 0 at one of its a points. Two: and come back at one of 1's b.
    assertThat(explore(2, a, b)).containsExactly(1, a, a * b);
  }

  @Test
  void threeThreads_withoutPreemption_areOrderedInTwoWays() {
    assertThat(explore(0, 2, 2, 2)).containsExactly(2);
  }

  @Test
  void threeThreads_withOnePreemption_matchTheCountByHand() {
    // Two orders without. With one, of 0 at one of 2 points, to 1 or 2 (4 ways); the one that runs
    // ends, then 0 or the third (2 ways), at the end of that no choice: 8. Or of the second thread,
    // after 0, at one of 2 points, to the third: 2 for each of 2 orders: 4. Together 12.
    assertThat(explore(1, 2, 2, 2)).containsExactly(2, 12);
  }

  @Test
  void run_thatLeavesItsPrefix_tellsNothing() {
    ContextBound bound = new ContextBound(1, false);
    ContextBound.Prefix first = bound.next().orElseThrow();
    Simulation s = new Simulation(new int[] {1, 1}, first.choices());
    s.run();
    bound.ran(first, s.choices);
    ContextBound.Prefix second = bound.next().orElseThrow();
    bound.ran(second, List.of());
    assertThat(bound.diverged()).isEqualTo(1);
    assertThat(bound.next()).isEmpty();
  }
}
