package dev.prescient.profiler.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every count of something left out is told, in words. */
class RaceNotesTest {
  @Test
  void of_whatWasLeftOut_isToldOnceEach() {
    Map<String, Long> counts =
        Map.of(
            "methodsUnchecked",
            1L,
            "methodsUnwoven",
            2L,
            "checksLost",
            2_000L,
            "detectorFailures",
            1L,
            "volatilesBeyondTable",
            3L,
            "secondAgentMissing",
            1L);
    assertThat(RaceNotes.of(counts))
        .hasSize(6)
        .anySatisfy(n -> assertThat(n).startsWith("1 method would be too large with checks"))
        .anySatisfy(
            n ->
                assertThat(n)
                    .startsWith("2 methods would be too large with hooks")
                    .contains("may be reported falsely"))
        .anySatisfy(n -> assertThat(n).startsWith("2,000 checks were not made"))
        .anySatisfy(n -> assertThat(n).startsWith("3 uses of volatile or static fields"))
        .anySatisfy(n -> assertThat(n).startsWith("classes that were loaded while another"))
        .anySatisfy(n -> assertThat(n).startsWith("the detector broke"));
  }

  @Test
  void of_nothingLeftOut_isSilent() {
    assertThat(RaceNotes.of(Map.of("classesWoven", 7L, "racesUntold", 0L))).isEmpty();
  }
}
