package dev.prescient.replay.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Litmus programs over the real memory model. A line: {@code id | initial values | volatiles |
 * thread || thread | outcome | verdict}, the verdict a class, or {@code never}. The property {@code
 * litmus} names another file and prints a table instead.
 */
class LitmusTest {
  record Entry(String id, LitmusProgram program, String verdict) {
    @Override
    public String toString() {
      return id;
    }
  }

  static Stream<Entry> entries() throws IOException {
    String other = System.getProperty("litmus");
    List<String> lines;
    if (other != null) {
      lines = Files.readAllLines(Path.of(other));
    } else {
      try (var in = LitmusTest.class.getResourceAsStream("/litmus/programs.txt")) {
        if (in == null) {
          throw new IOException("no /litmus/programs.txt");
        }
        lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      }
    }
    return lines.stream().filter(l -> !l.isBlank() && !l.startsWith("#")).map(LitmusTest::parse);
  }

  private static Entry parse(String line) {
    String[] parts = line.split(" \\| ", -1);
    Map<String, String> threads = new LinkedHashMap<>();
    for (String t : parts[3].split(" \\|\\| (?=T\\d)", -1)) {
      int colon = t.indexOf(':');
      threads.put(t.substring(0, colon).strip(), t.substring(colon + 1));
    }
    Set<String> volatiles =
        parts[2].isBlank() ? Set.of() : Set.of(parts[2].strip().split("\\s+", -1));
    return new Entry(
        parts[0].strip(),
        new LitmusProgram(LitmusProgram.values(parts[1]), volatiles, threads, parts[4]),
        parts[5].strip());
  }

  @ParameterizedTest
  @MethodSource("entries")
  void litmus_hunted_isShownAndClassedAsExpected(Entry e) {
    LitmusSearch search = new LitmusSearch(e.program);
    Map<Classification.Kind, Classification> found = search.search();
    String verdict = found.isEmpty() ? "never" : found.entrySet().iterator().next().getKey().text;
    if (System.getProperty("litmus") != null) {
      System.out.println(
          "LITMUS "
              + e.id
              + " | expected "
              + e.verdict
              + " | found "
              + found.keySet()
              + " | unvalidated "
              + search.unvalidated()
              + (verdict.equals(e.verdict) ? " | ok" : " | DIFFERS"));
      return;
    }
    assertThat(verdict).as(found.toString()).isEqualTo(e.verdict);
  }
}
