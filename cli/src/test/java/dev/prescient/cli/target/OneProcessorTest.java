package dev.prescient.cli.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneProcessorTest {
  @Test
  void numbers_ofRangesAndSingleOnes_areAll() {
    assertThat(OneProcessor.numbers("0")).containsExactly(0);
    assertThat(OneProcessor.numbers("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
  }

  @Test
  void prefix_whereItExists_namesAnAllowedProcessor() {
    assertThat(OneProcessor.prefix())
        .satisfiesAnyOf(
            p -> assertThat(p).isEmpty(),
            p -> assertThat(p).hasSize(3).element(2).asString().matches("\\d+"));
  }
}
