package dev.prescient.profiler.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prescient.agent.AgentOptions;
import dev.prescient.profiler.json.JsonFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {
  @TempDir private Path folder;

  @Test
  void baseline_ofARun_knowsItsRaces() throws IOException {
    Path file = folder.resolve(RacesFile.NAME);
    RacesFile.write(file, List.of(SampleRaces.FIELD));
    for (Path place : List.of(file, folder)) {
      Baseline b = Baseline.read(place);
      assertThat(b.knows(SampleRaces.FIELD)).isTrue();
      assertThat(b.knows(SampleRaces.ARRAY)).isFalse();
    }
  }

  @Test
  void baseline_thatIsMissing_isTold() throws IOException {
    assertThatThrownBy(() -> Baseline.read(folder.resolve("none")))
        .isInstanceOf(AgentOptions.Invalid.class)
        .hasMessageContaining("there is no such file");
    assertThatThrownBy(() -> Baseline.read(folder))
        .isInstanceOf(AgentOptions.Invalid.class)
        .hasMessageContaining("races.json");
  }

  @Test
  void baseline_damagedAnyhow_isReadOrRefused() throws IOException {
    Path file = folder.resolve(RacesFile.NAME);
    RacesFile.write(file, List.of(SampleRaces.FIELD, SampleRaces.ARRAY));
    byte[] good = Files.readAllBytes(file);
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      byte[] bad = good.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(128);
      }
      Files.write(file, bad);
      try {
        assertThat(Baseline.read(file)).isNotNull();
      } catch (JsonFormatException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining("races.json");
      }
    }
  }
}
