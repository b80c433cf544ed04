package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small programs whose races are marked: a line that ends in {@code // race: variable} takes part
 * in a report on that variable, and no other line does. Programs in {@code ordered} have no marks.
 */
@Execution(ExecutionMode.CONCURRENT)
class LitmusIT {
  private static final Path LITMUS = Path.of("src/test/resources/litmus");
  private static final Path RUNNER = Path.of("src/test/resources/idioms/RunAll.java");
  private static final Pattern MARK = Pattern.compile("// race: (\\S+(?:, \\S+)*)$");

  @TempDir private Path folder;

  static Stream<Path> jdks() throws IOException {
    return Pm.jdks().values().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void racyPrograms_reportTheMarkedLinesOnly(Path jdk) throws Exception {
    Pm.Result run = run(jdk, "racy");
    assertThat(reported()).as(run.out() + run.err()).isEqualTo(marks("racy"));
    assertThat(run.exit()).as(run.err()).isEqualTo(66);
    assertThat(run.out()).doesNotContain("WRONG");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void orderedPrograms_haveNoReport(Path jdk) throws Exception {
    assertThat(marks("ordered")).isEmpty();
    Pm.Result run = run(jdk, "ordered");
    assertThat(reported()).as(run.out() + run.err()).isEmpty();
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).doesNotContain("WRONG");
  }

  private Pm.Result run(Path jdk, String kind) throws Exception {
    List<Path> programs = programs(jdk, kind);
    compile(jdk, programs);
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-javaagent:" + Pm.JAR + "=max-reports=1000,into=" + folder.resolve("run"));
    command.addAll(List.of("-cp", folder.toString(), "RunAll"));
    for (Path p : programs) {
      command.add(p.getFileName().toString().replace(".java", ""));
    }
    return Pm.execute(folder, command);
  }

  /** The programs that a JDK can run: some say which release they need. */
  private static List<Path> programs(Path jdk, String kind) throws Exception {
    boolean old = Pm.execute(jdk, List.of(jdk + "/bin/java", "-version")).err().contains("\"17.");
    List<Path> programs = new ArrayList<>();
    for (Path p : sources(LITMUS.resolve(kind))) {
      if (!old || !Files.readString(p).contains("// needs JDK 21")) {
        programs.add(p);
      }
    }
    return programs;
  }

  private void compile(Path jdk, List<Path> programs) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/javac").toString());
    command.addAll(List.of("-g", "-nowarn", "-XDignore.symbol.file", "-d", folder.toString()));
    programs.forEach(p -> command.add(p.toAbsolutePath().toString()));
    sources(LITMUS).forEach(p -> command.add(p.toAbsolutePath().toString()));
    command.add(RUNNER.toAbsolutePath().toString());
    Pm.Result result = Pm.execute(folder, command);
    assertThat(result.exit()).as(result.err()).isZero();
  }

  /** Every {@code File.java:line variable} that the run's reports name. */
  private Set<String> reported() throws IOException {
    Set<String> reported = new TreeSet<>();
    for (RaceReport r : RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))) {
      for (Access a : List.of(r.first(), r.second())) {
        reported.add(a.site() + " " + r.variable());
      }
    }
    return reported;
  }

  private static Set<String> marks(String kind) throws IOException {
    Set<String> marks = new TreeSet<>();
    for (Path source : sources(LITMUS.resolve(kind))) {
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        Matcher m = MARK.matcher(lines.get(i));
        if (m.find()) {
          for (String variable : m.group(1).split(", ", -1)) {
            marks.add(source.getFileName() + ":" + (i + 1) + " " + variable);
          }
        }
      }
    }
    return marks;
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(p -> p.toString().endsWith(".java")).sorted().toList();
    }
  }
}
