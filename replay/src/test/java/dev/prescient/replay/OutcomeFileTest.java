package dev.prescient.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.value.Occurrence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomeFileTest {
  @TempDir private Path folder;

  @Test
  void file_writtenAndRead_isEqual() throws IOException {
    Outcome outcome =
        new Outcome(
            -1,
            List.of(
                new Failure(
                    Failure.Kind.TASK_EXCEPTION,
                    "java.lang.NullPointerException: a",
                    "java.lang.NullPointerException",
                    "0.1",
                    "pool-1-thread-1",
                    "A.java:3",
                    null,
                    List.of("a.A.b(A.java:3)"))),
            List.of(
                new Outcome.Injected(
                    "C1",
                    Outcome.Fate.VALIDATED,
                    "7",
                    new Occurrence("0.1", -3, 2),
                    "A.java:9",
                    true,
                    List.of(new Occurrence("0.2", 4, 1))),
                new Outcome.Injected(
                    "C2", Outcome.Fate.NOT_REACHED, "", null, "", false, List.of())),
            new Divergence(12, "0.1", "A.java:3", "read of a.A.x", "end"),
            4182,
            900,
            2,
            Long.MIN_VALUE,
            true,
            Map.of("diverged", 1L));
    Path file = folder.resolve(OutcomeFile.NAME);
    OutcomeFile.write(file, outcome);
    assertThat(OutcomeFile.read(file)).isEqualTo(outcome);
  }

  @Test
  void file_withoutDivergence_readsNull() throws IOException {
    Outcome outcome = new Outcome(0, List.of(), List.of(), null, 0, 0, 0, 0, false, Map.of());
    Path file = folder.resolve(OutcomeFile.NAME);
    OutcomeFile.write(file, outcome);
    assertThat(OutcomeFile.read(file)).isEqualTo(outcome);
  }
}
