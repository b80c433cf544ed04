package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Small programs whose races are marked, run one after another in one JVM. A line that ends in
 * {@code // race: variable} takes part in a report on that variable, or may if a question mark
 * follows the variable, and no other line does. {@code // needs JDK 21} anywhere in a program keeps
 * it from older ones.
 *
 * @param jdk its home
 * @param folder for classes and runs
 * @param sources of the programs, each with a main class of its file's name
 * @param libraries jars that they use
 */
record MarkedPrograms(Path jdk, Path folder, List<Path> sources, List<Path> libraries) {
  private static final Path RUNNER = Path.of("src/test/resources/idioms/RunAll.java");
  private static final Pattern MARK = Pattern.compile("// race: (\\S+(?:, \\S+)*)$");

  /** The programs of a folder that a JDK can run. */
  static List<Path> runnable(Path jdk, Path programs) throws Exception {
    boolean old = Pm.execute(jdk, List.of(jdk + "/bin/java", "-version")).err().contains("\"17.");
    List<Path> runnable = new ArrayList<>();
    for (Path p : javaFiles(programs)) {
      if (!old || !Files.readString(p).contains("// needs JDK 21")) {
        runnable.add(p);
      }
    }
    return runnable;
  }

  /** The sources directly in a folder. */
  static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(p -> p.toString().endsWith(".java")).sorted().toList();
    }
  }

  /**
   * Compiles the programs, and what they share.
   *
   * @param options of the compiler
   */
  void compile(List<Path> shared, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/javac").toString());
    command.addAll(List.of("-g", "-nowarn", "-XDignore.symbol.file", "-cp", classPath()));
    command.addAll(List.of("-d", folder.toString()));
    command.addAll(List.of(options));
    sources.forEach(p -> command.add(p.toAbsolutePath().toString()));
    shared.forEach(p -> command.add(p.toAbsolutePath().toString()));
    command.add(RUNNER.toAbsolutePath().toString());
    Pm.Result result = Pm.execute(folder, command);
    assertThat(result.exit()).as(result.err()).isZero();
  }

  private String classPath() {
    return Stream.concat(Stream.of(folder), libraries.stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * Runs the programs under the agent, and compares the reports with the marks.
   *
   * @param run name of its folder
   * @param options of the agent, comma separated; may be empty
   * @param jvm options of the JVM
   */
  void check(String run, String options, List<String> jvm) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.addAll(jvm);
    String into = "max-reports=1000,into=" + folder.resolve(run);
    command.add("-javaagent:" + Pm.JAR + "=" + into + (options.isEmpty() ? "" : "," + options));
    command.addAll(List.of("-cp", classPath(), "RunAll"));
    for (Path p : sources) {
      command.add(p.getFileName().toString().replace(".java", ""));
    }
    Pm.Result result = Pm.execute(folder, command);
    String output = result.out() + result.err();
    Set<String> reported = reported(folder.resolve(run));
    assertThat(reported).as(output).isSubsetOf(marks(true));
    assertThat(reported).as(output).containsAll(marks(false));
    assertThat(result.exit()).as(output).isEqualTo(reported.isEmpty() ? 0 : 66);
    assertThat(result.out()).doesNotContain("WRONG");
  }

  /** Every {@code File.java:line variable} that the run's reports name. */
  private static Set<String> reported(Path run) throws IOException {
    Set<String> reported = new TreeSet<>();
    for (RaceReport r : RacesFile.read(run.resolve(RacesFile.NAME))) {
      for (Access a : List.of(r.first(), r.second())) {
        reported.add(a.site() + " " + r.variable());
      }
    }
    return reported;
  }

  private Set<String> marks(boolean withPossible) throws IOException {
    Set<String> marks = new TreeSet<>();
    for (Path source : sources) {
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        Matcher m = MARK.matcher(lines.get(i));
        for (String variable : m.find() ? m.group(1).split(", ", -1) : new String[0]) {
          if (withPossible || !variable.endsWith("?")) {
            marks.add(source.getFileName() + ":" + (i + 1) + " " + variable.replace("?", ""));
          }
        }
      }
    }
    return marks;
  }
}
