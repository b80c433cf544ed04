package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Together in one JVM with JaCoCo's agent and Mockito's inline mock maker, in either order, and
 * with an agent that the program itself has.
 */
@Execution(ExecutionMode.CONCURRENT)
class OtherAgentsIT {
  private static final Path AGENTS = Path.of("target/agents");

  @TempDir private Path folder = Path.of("unset");

  @ParameterizedTest
  @CsvSource({"17,true", "17,false", "25,true"})
  void jacocoAndMockito_besideUs_workAndTheRaceIsFound(String jdk, boolean first) throws Exception {
    String libraries = libraries();
    compile("Mocked", libraries);
    Path coverage = folder.resolve("jacoco.exec");
    List<String> agents =
        new ArrayList<>(
            List.of(
                "-javaagent:" + jar("org.jacoco.agent") + "=destfile=" + coverage,
                "-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run")));
    if (first) {
      agents.add(0, agents.remove(1));
    }
    List<String> command = new ArrayList<>();
    command.add(AgentRun.java(jdk));
    command.addAll(agents);
    command.addAll(List.of("-cp", folder + File.pathSeparator + libraries, "Mocked"));
    Pm.Result result = Pm.execute(folder, command);
    assertThat(result.out()).as(result.err()).contains("1400 5", "verified");
    assertThat(Files.size(coverage)).isPositive();
    new AgentRun(result, folder.resolve("run")).reportsOnly("Mocked.hits");
  }

  /** An agent that the program brings along transforms and redefines its classes as it runs. */
  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void classesTransformedAgain_areWovenAsTheyWere(String jdk) throws Exception {
    compile("Retransforming", "");
    Pm.Result result =
        Pm.execute(
            folder,
            List.of(
                AgentRun.java(jdk),
                "-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run"),
                "-jar",
                executable("Retransforming").toString()));
    assertThat(result.out()).as(result.err()).isEqualTo("3003 true 0\n");
    new AgentRun(result, folder.resolve("run")).reportsOnly("Retransforming.hits");
  }

  /**
   * Another agent that changes ours, so that what the JVM wants of its second part is not there.
   */
  @Test
  void secondAgentThatCannotStart_isSaidOnceCountedAndTold() throws Exception {
    compile("Meddling", "");
    Path run = folder.resolve("run");
    Pm.Result result =
        Pm.execute(
            folder,
            List.of(
                Pm.java(),
                "-javaagent:" + executable("Meddling"),
                "-javaagent:" + Pm.JAR + "=into=" + run,
                "-cp",
                folder.toString(),
                "Meddling"));
    assertThat(result.out()).as(result.err()).isEqualTo("ran\n");
    assertThat(result.exit()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .containsOnlyOnce("the second agent did not start: java.lang.InternalError");
    assertThat(Files.readString(run.resolve("pm.log"))).contains("the second agent did not start");
    assertThat(Files.readString(run.resolve("agent.json"))).contains("\"secondAgentMissing\" : 1");
  }

  /** A jar whose main class is started as an agent, too. */
  private Path executable(String main) throws IOException {
    Manifest manifest = new Manifest();
    Attributes all = manifest.getMainAttributes();
    all.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    all.put(Attributes.Name.MAIN_CLASS, main);
    for (String key : List.of("Launcher-Agent-Class", "Premain-Class", "Can-Retransform-Classes")) {
      all.putValue(key, key.startsWith("Can") ? "true" : main);
    }
    all.putValue("Can-Redefine-Classes", "true");
    Path jar = folder.resolve(main + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> classes = Files.list(folder)) {
      for (Path c : classes.filter(f -> f.toString().endsWith(".class")).toList()) {
        out.putNextEntry(new JarEntry(c.getFileName().toString()));
        Files.copy(c, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private static String libraries() throws IOException {
    try (Stream<Path> jars = Files.list(AGENTS)) {
      return jars.filter(j -> !j.toString().contains("jacoco"))
          .map(j -> j.toAbsolutePath().toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static Path jar(String name) throws IOException {
    try (Stream<Path> jars = Files.list(AGENTS)) {
      return jars.filter(j -> j.getFileName().toString().startsWith(name))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath();
    }
  }

  private void compile(String name, String libraries) {
    String source = Path.of("src/test/resources/agents", name + ".java").toString();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-cp", libraries, "-d", folder.toString(), source);
    assertThat(status).isZero();
  }
}
