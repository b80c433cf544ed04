package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Concurrent libraries under random operations that check themselves against a model: Caffeine,
 * H2's MVStore and JCTools' queues give the same results with and without the agent, and no report
 * but of races that their authors meant.
 */
class ModelsIT {
  private static final long SEED = Long.getLong("models.seed", 1);
  private static final int OPERATIONS = Integer.getInteger("models.operations", 1_500);

  /**
   * Races that are there and meant to be: producers read a linked queue's buffer and mask plainly
   * and drop them if the index moved meanwhile, and a page of H2 remembers where a key was found.
   */
  private static final List<String> INTENDED =
      List.of(
          "com.github.benmanes.caffeine.cache.BaseMpscLinkedArrayQueueColdProducerFields.producerBuffer",
          "com.github.benmanes.caffeine.cache.BaseMpscLinkedArrayQueueColdProducerFields.producerMask",
          "org.jctools.queues.BaseMpscLinkedArrayQueueColdProducerFields.producerBuffer",
          "org.jctools.queues.BaseMpscLinkedArrayQueueColdProducerFields.producerMask",
          "org.h2.mvstore.Page.cachedCompare");

  @TempDir private Path folder = Path.of("unset");

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void randomOperations_underTheAgent_giveTheSameResultsUnreported(String jdk) throws Exception {
    Map<String, Path> jdks = Pm.jdks();
    assumeTrue(jdks.containsKey(jdk), "no JDK " + jdk);
    String java = jdks.get(jdk).resolve("bin/java").toString();
    String libraries = libraries();
    compile(libraries);
    String path = folder + File.pathSeparator + libraries;
    Pm.Result alone = start(java, "-Dnothing=0", path);
    Pm.Result woven = start(java, "-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run"), path);
    assertThat(alone.exit()).as("seed %d: %s", SEED, alone.err()).isZero();
    assertThat(woven.out()).as("seed %d: %s", SEED, woven.err()).isEqualTo(alone.out());
    assertThat(woven.err()).as("seed %d", SEED).doesNotContain("pm: ");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME)))
        .as("seed %d", SEED)
        .extracting(RaceReport::variable)
        .isSubsetOf(INTENDED);
    assertThat(woven.exit()).as("seed %d: %s", SEED, woven.err()).isIn(0, 66);
  }

  private Pm.Result start(String java, String agent, String path)
      throws IOException, InterruptedException {
    String[] program = {"Models", String.valueOf(SEED), String.valueOf(OPERATIONS)};
    return Pm.execute(
        folder, List.of(java, agent, "-cp", path, program[0], program[1], program[2]));
  }

  private static String libraries() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target/models"))) {
      return jars.map(j -> j.toAbsolutePath().toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private void compile(String libraries) {
    String source = Path.of("src/test/resources/models/Models.java").toString();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-cp", libraries, "-d", folder.toString(), source);
    assertThat(status).isZero();
  }
}
