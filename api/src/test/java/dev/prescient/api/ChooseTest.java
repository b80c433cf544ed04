package dev.prescient.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without the agent. */
class ChooseTest {
  @Test
  void of_withoutTheAgent_isTheFirst() {
    assertThat(Choose.of(1)).isZero();
    assertThat(Choose.of(Choose.MOST)).isZero();
    assertThat(Choose.either()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001, Integer.MIN_VALUE})
  void of_noOrTooManyValues_isRefused(int n) {
    assertThatThrownBy(() -> Choose.of(n))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Choose.of(" + n + "): expected 1..1000");
  }
}
