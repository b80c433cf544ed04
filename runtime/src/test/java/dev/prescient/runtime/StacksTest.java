package dev.prescient.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StacksTest {
  private final ThreadState t = new ThreadState(1, 1, "0.1", null);
  private final Object o = new Object();
  private final int site = 40_000 + System.identityHashCode(this) % 20_000;

  @BeforeEach
  void keep() {
    Stacks.keep(2);
  }

  @AfterEach
  void stop() {
    Stacks.keep(0);
  }

  @Test
  void place_passedOnce_hasTheStackOfThatAccess() {
    t.hold(o);
    Stacks.note(o, 3, site, t);
    Stacks.Kept kept = Objects.requireNonNull(Stacks.of(site, "0.1"));
    assertThat(kept.isOf(o, 3, t.epoch)).isTrue();
    assertThat(kept.isOf(o, 4, t.epoch)).isFalse();
    assertThat(kept.isOf(new Object(), 3, t.epoch)).isFalse();
    assertThat(kept.isOf(o, 3, t.epoch + 1)).isFalse();
    assertThat(kept.locks).hasSize(1);
    assertThat(kept.stack.getStackTrace())
        .anyMatch(f -> f.getMethodName().equals("place_passedOnce_hasTheStackOfThatAccess"));
  }

  @Test
  void place_passedOften_keepsTheStacksOfTheFirstOfEachPowerOfTwo() {
    StringBuilder taken = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      Stacks.note(null, i, site, t);
      if (Objects.requireNonNull(Stacks.of(site, "0.1")).isOf(null, i, t.epoch)) {
        taken.append(i).append(' ');
      }
    }
    assertThat(taken).hasToString("1 2 4 8 16 32 ");
  }

  @Test
  void place_ofTwoThreadsInTurn_keepsBoth() {
    ThreadState u = new ThreadState(2, 1, "0.2", null);
    for (int i = 0; i < 100; i++) {
      Stacks.note(null, i, site, t);
      Stacks.note(null, i, site, u);
    }
    assertThat(Stacks.of(site, "0.1")).isNotNull();
    assertThat(Stacks.of(site, "0.2")).isNotNull();
    assertThat(Stacks.of(site, "0.3")).isNull();
    assertThat(Stacks.of(site + 1, "0.1")).isNull();
  }

  @Test
  void place_ofManyThreads_takesFewStacks() {
    Stacks.Kept last = null;
    int taken = 0;
    for (int i = 0; i < 1_000; i++) {
      ThreadState u = new ThreadState(3, 1, "0.9." + i, null);
      Stacks.note(null, 0, site, u);
      Stacks.Kept kept = Stacks.of(site, u.path);
      taken += kept != null && kept != last ? 1 : 0;
      last = kept;
    }
    assertThat(taken).isBetween(2, 15);
  }

  @Test
  void nothing_isKept_whenOff() {
    Stacks.keep(0);
    Stacks.note(o, 0, site, t);
    assertThat(Stacks.of(site, "0.1")).isNull();
    assertThat(Stacks.ofStart(t)).isNull();
  }
}
