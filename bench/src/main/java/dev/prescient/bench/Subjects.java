package dev.prescient.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Small programs to explore, compiled, and who explores them.
 *
 * @param work a folder of the system's scratch, deleted by nobody
 * @param cases programs of a given folder, and two of our own
 * @param peer null if its jars are not given
 */
record Subjects(
    Path java,
    Path agent,
    Path work,
    Path classes,
    List<ClassicCase> cases,
    @Nullable Lincheck peer) {
  /** Correct: two threads, each eight steps under one lock. */
  static final String LOCKED_TWICE = "LockedTwice";

  /** Starts and joins two threads as often as it is told, nothing else. */
  static final String THREADS = "Threads";

  /**
   * Compiles them.
   *
   * @param folder with sources and {@code cases.csv}
   * @param jars of Lincheck
   */
  static Subjects of(Path folder, @Nullable Path jars) throws IOException, URISyntaxException {
    Path work = Files.createTempDirectory("prescient-schedules");
    Path classes = Files.createDirectories(work.resolve("classes"));
    List<Path> sources = ClassicCase.sources(folder, "*.java");
    sources.add(resource(LOCKED_TWICE, work));
    sources.add(resource(THREADS, work));
    ClassicCase.compile(sources, classes.toString(), classes);
    List<ClassicCase> cases = ClassicCase.all(folder);
    cases.add(new ClassicCase(LOCKED_TWICE, false, true));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Lincheck peer =
        jars == null ? null : new Lincheck(java, jars, classes, work.resolve("peer"), cases);
    return new Subjects(java, Benchmarks.agent(), work, classes, cases, peer);
  }

  /** Copies one of our sources into a folder. */
  static Path resource(String name, Path into) throws IOException {
    Path source = into.resolve(name + ".java");
    try (InputStream in = Subjects.class.getResourceAsStream("/schedules/" + name + ".java")) {
      if (in == null) {
        throw new IOException("no source " + name);
      }
      Files.write(source, in.readAllBytes());
    }
    return source;
  }

  /** Those of some names; all if there are none. */
  List<ClassicCase> named(List<String> names) {
    List<ClassicCase> chosen = new ArrayList<>(cases);
    chosen.removeIf(c -> !names.isEmpty() && !names.contains(c.name()));
    return chosen;
  }

  /** Runs of one of them. */
  EntryRuns runs(ClassicCase c) throws IOException {
    return new EntryRuns(java, agent, classes, c.entry(), work.resolve(c.name()));
  }
}
