package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every class of large libraries and of the JDK's own modules is woven, and the JVM's verifier
 * takes what comes out exactly where it took the original.
 */
@Execution(ExecutionMode.CONCURRENT)
class LibrariesIT {
  private static final List<String> MODULES =
      Stream.of(
              "java.base",
              "java.logging",
              "java.management",
              "java.naming",
              "java.prefs",
              "java.rmi",
              "java.xml")
          .map(m -> "jrt:" + m)
          .toList();

  @TempDir private Path folder = Path.of("unset");

  @ParameterizedTest
  @CsvSource({
    "17,race,100000000,0/2,18,20000,0",
    "17,race,100000000,1/2,17,14000,1",
    "25,record,3000000,0/1,26,5000,0"
  })
  void everyClass_woven_isVerifiedAsBefore(
      String jdk, String mode, long largestJar, String part, int jars, long atLeast, long skipped)
      throws Exception {
    Map<String, Path> jdks = Pm.jdks();
    assumeTrue(jdks.containsKey(jdk), "no JDK " + jdk);
    Path java = jdks.get(jdk).resolve("bin/java");
    compile();
    Pm.Result alone = loadAll(java, "-Dnothing=0", largestJar, part);
    String agent = "-javaagent:" + Pm.JAR + "=mode=" + mode + ",into=" + folder.resolve("run");
    Pm.Result woven = loadAll(java, agent, largestJar, part);
    assertThat(woven.out().lines().toList())
        .as(woven.err())
        .isEqualTo(alone.out().lines().toList())
        .hasSizeGreaterThanOrEqualTo(jars);
    String counts = Files.readString(folder.resolve("run/agent.json"));
    System.out.println(
        "JDK " + jdk + ", mode " + mode + ", part " + part + ":\n" + woven.out() + counts);
    assertThat(count(counts, "classesWoven")).isGreaterThan(atLeast);
    // groovy's UnicodeData has a method that is nearly too large by itself
    assertThat(count(counts, "classesSkipped")).as(woven.err()).isLessThanOrEqualTo(skipped);
  }

  private Pm.Result loadAll(Path java, String agent, long largestJar, String part)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java.toString(), "-Xverify:all", "-Xmx2g"));
    // every method of the program runs once: what is compiled well comes too late
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", agent, "-cp"));
    command.addAll(List.of(folder.toString(), "LoadAll", part));
    try (Stream<Path> jars = Files.list(Path.of("target/libraries"))) {
      jars.filter(j -> j.toFile().length() <= largestJar)
          .map(j -> j.toAbsolutePath().toString())
          .sorted()
          .forEach(command::add);
    }
    command.addAll(MODULES);
    Pm.Result result = Pm.execute(folder, command, 600);
    assertThat(result.exit()).as(result.err()).isZero();
    return result;
  }

  private void compile() {
    String source = Path.of("src/test/resources/libraries/LoadAll.java").toString();
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source);
    assertThat(status).isZero();
  }

  private static long count(String json, String name) {
    Matcher m = Pattern.compile("\"" + name + "\" : (\\d+)").matcher(json);
    return m.find() ? Long.parseLong(m.group(1)) : 0;
  }
}
