package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What came of a program under the agent.
 *
 * @param result of its process
 * @param folder the agent's run folder
 */
record AgentRun(Pm.Result result, Path folder) {
  /** The {@code java} of a JDK by its name; the test is left out where there is none. */
  static String java(String jdk) throws IOException {
    Map<String, Path> jdks = Pm.jdks();
    assumeTrue(jdks.containsKey(jdk), "no JDK " + jdk);
    return jdks.get(jdk).resolve("bin/java").toString();
  }

  /** Races on these variables are reported and no others, and no class was left as it is. */
  void reportsOnly(String... variables) throws IOException {
    assertThat(RacesFile.read(folder.resolve(RacesFile.NAME)))
        .as(result.err())
        .extracting(RaceReport::variable)
        .containsOnly(variables);
    assertThat(result.exit()).as(result.err()).isEqualTo(66);
    assertThat(result.err()).doesNotContain("left as", "internal error");
  }
}
