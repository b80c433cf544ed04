package dev.prescient.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The built jar as an agent of forked JVMs: verdicts on idioms, and programs left as they are. */
class RaceIT {
  private static final Path JAR = Path.of(System.getProperty("pm.jar", "target/pm.jar"));
  private static final Path IDIOMS = Path.of("src/test/resources/idioms");
  private static final int TIMEOUT_S = 240;

  @TempDir private Path folder = Path.of("unset");

  /** Homes of the JDKs to run on: the one of this JVM, and JDK 25 where it is found. */
  static Stream<Path> jdks() throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    List<Path> homes = new ArrayList<>(List.of(home));
    String named = System.getenv("PM_JDK25");
    if (named != null) {
      homes.add(Path.of(named));
    } else {
      try (Stream<Path> beside = Files.list(home.toRealPath().resolveSibling(""))) {
        beside.filter(p -> p.getFileName().toString().contains("25")).limit(1).forEach(homes::add);
      }
    }
    return homes.stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void ordered_programs_haveNoReport(Path jdk) throws Exception {
    List<String> classes = compile("ordered");
    Finished run = run(jdk, agent("run"), "RunAll", classes);
    assertThat(races("run")).as(run.text).isEmpty();
    assertThat(run.status).as(run.text).isZero();
    assertThat(run.text).doesNotContain("WRONG");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void racy_programs_haveTheirVariablesReported(Path jdk) throws Exception {
    List<String> classes = compile("racy");
    Finished run = run(jdk, agent("run"), "RunAll", classes);
    assertThat(races("run").stream().map(RaceReport::variable))
        .as(run.text)
        .contains(
            "StopFlag.stopRequested",
            "DclNoVolatile.instance",
            "CounterPlusPlus$Account.balance",
            "LazyPublication$Lazy.value",
            "CurrentUser$UserService.currentUser",
            "VolatileArrayElements.slots[]",
            "HalfSynchronized$Gauge.value",
            "FinalFields.box")
        .doesNotContain("FinalFields$Imm.a", "FinalFields$Imm.arr");
    assertThat(run.status).isEqualTo(66);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void program_underTheAgent_seesItselfUnchanged(Path jdk) throws Exception {
    compile(".");
    Finished alone = run(jdk, "-Dnothing=0", "Untouched", List.of());
    Finished woven = run(jdk, agent("run"), "Untouched", List.of());
    assertThat(woven.text.lines().filter(l -> !l.contains("VM warning")))
        .isEqualTo(alone.text.lines().toList());
    assertThat(woven.status).isEqualTo(alone.status).isEqualTo(3);
  }

  private String agent(String run) {
    return "-javaagent:" + JAR.toAbsolutePath() + "=into=" + folder.resolve(run);
  }

  private List<RaceReport> races(String run) throws IOException {
    return RacesFile.read(folder.resolve(run).resolve(RacesFile.NAME));
  }

  /** Compiles a folder of idioms and the runner; the names of the idioms. */
  private List<String> compile(String kind) throws IOException {
    List<Path> sources;
    try (Stream<Path> ofKind = Files.list(IDIOMS.resolve(kind));
        Stream<Path> common = Files.list(IDIOMS)) {
      sources = Stream.concat(ofKind, common).filter(p -> p.toString().endsWith(".java")).toList();
    }
    List<String> arguments = new ArrayList<>(List.of("-g", "-nowarn", "-d", folder.toString()));
    sources.forEach(s -> arguments.add(s.toAbsolutePath().normalize().toString()));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.stream().distinct().toArray(String[]::new));
    assertThat(status).isZero();
    return sources.stream()
        .filter(p -> p.startsWith(IDIOMS.resolve(kind)) && !kind.equals("."))
        .map(p -> p.getFileName().toString().replace(".java", ""))
        .sorted()
        .toList();
  }

  private record Finished(int status, String text) {}

  private Finished run(Path jdk, String agent, String main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add(agent);
    command.addAll(List.of("-cp", folder.toString(), main));
    command.addAll(arguments);
    Path log = folder.resolve("log.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(TIMEOUT_S, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    String text = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(ended).as("ended in %d s: %s", TIMEOUT_S, text).isTrue();
    return new Finished(process.exitValue(), text);
  }
}
