package dev.prescient.profiler.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Wildcard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressionsTest {
  private static final LocalDate TODAY = LocalDate.of(2027, 6, 30);

  @TempDir private Path folder;

  private Suppressions read(String... lines) throws IOException {
    Path file = folder.resolve("prescient.supp");
    Files.write(file, List.of(lines));
    return Suppressions.read(file, TODAY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "race:com.acme.Cache.size reason=\"x\"",
        "race:com.acme.** reason=\"x\"",
        "race:*size reason=\"x\"",
        "  race:com.acme.Loader.run   reason=\"x\"  ",
        "race:com.acme.Cache.size at com.acme.Main.main until=2027-06-30 reason=\"x\"",
        "top:com.acme.Cache.get reason=\"x\"",
        "top:com.acme.Cache.lambda* reason=\"x\""
      })
  void line_thatMatchesVariableOrFrame_covers(String line) throws IOException {
    Suppressions s = read("# a comment", "", line);
    assertThat(s.covers(SampleRaces.FIELD)).contains("x");
    assertThat(s.unused()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "race:com.acme.Cache.siz reason=\"x\"",
        "race:size reason=\"x\"",
        "race:com.acme.Cache.size at com.acme.Other.* reason=\"x\"",
        "top:com.acme.Main.main reason=\"x\"",
        "top:com.acme.Cache.size reason=\"x\""
      })
  void line_thatDoesNotMatch_isUnused(String line) throws IOException {
    Suppressions s = read(line);
    assertThat(s.covers(SampleRaces.FIELD)).isEmpty();
    assertThat(s.unused()).containsExactly(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "race:com.acme.Cache.size",
        "race:com.acme.Cache.size reason=\"\"",
        "race:com.acme.Cache.size reason=\" \"",
        "race: reason=\"x\"",
        "rase:a reason=\"x\"",
        "race:a until=tomorrow reason=\"x\"",
        "race:a until=2027-02-30 reason=\"x\"",
        "race:a reason=\"x\" at b",
        "top:a at b reason=\"x\"",
        "race:a until=2027-06-29 reason=\"expired\"",
        "\u001b[2J"
      })
  void line_ofAnotherForm_isToldWithItsPlace(String line) {
    assertThatThrownBy(() -> read("# fine", line))
        .isInstanceOf(AgentOptions.Invalid.class)
        .hasMessageContaining("prescient.supp:2: ")
        .hasMessageNotContaining("\u001b");
  }

  @Test
  void file_thatIsMissingOrNoText_isTold() throws IOException {
    assertThatThrownBy(() -> Suppressions.read(folder.resolve("none"), TODAY))
        .isInstanceOf(AgentOptions.Invalid.class)
        .hasMessageContaining("there is no such file");
    Path binary = folder.resolve("binary");
    Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    assertThatThrownBy(() -> Suppressions.read(binary, TODAY))
        .isInstanceOf(AgentOptions.Invalid.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void anyText_isReadOrRefused() throws IOException {
    String[] parts = {
      "race:",
      "top:",
      "failure:",
      "a.b",
      "*",
      " ",
      " at ",
      "until=",
      "2099-01-01",
      "reason=",
      "\"",
      "\n",
      "#",
      "\t",
      "é",
      "\\",
      "\u0000",
      "=",
      "[]"
    };
    Path file = folder.resolve("any.supp");
    for (long seed = 0; seed < 3_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
      try {
        Suppressions.read(file, TODAY).covers(SampleRaces.FIELD);
      } catch (AgentOptions.Invalid e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining("any.supp:");
      }
    }
  }

  @Test
  void wildcards_match_asBacktrackingWould() {
    for (long seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      String pattern = text(random, "ab*");
      String text = text(random, "ab");
      assertThat(new Wildcard(pattern).matches(text))
          .as("seed %d: %s on %s", seed, pattern, text)
          .isEqualTo(text.matches(pattern.replace("*", ".*")));
    }
    String many = "a".repeat(5_000);
    assertThat(new Wildcard("*a".repeat(500) + "b").matches(many)).isFalse();
  }

  private static String text(Random random, String alphabet) {
    StringBuilder s = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      s.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return s.toString();
  }
}
