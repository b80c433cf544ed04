package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What orders two threads and what does not: a program is made of each pair of constructs in {@code
 * edges.txt}. A pair that its documentation says to order gives no report, its twin does.
 */
@Execution(ExecutionMode.CONCURRENT)
class EdgesIT {
  private static final Path EDGES = Path.of("src/test/resources/edges");
  private static final String IMPORTS =
      """
      import java.lang.invoke.*;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;
      import java.util.concurrent.locks.*;
      """;

  @TempDir private Path folder;

  /** A pair of constructs: what goes where into its program. */
  private record Pair(String name, List<String> head, Map<String, List<String>> code) {
    static Pair parse(String block) {
      List<String> lines = block.lines().toList();
      List<String> head = List.of(lines.get(0).trim().split(" +"));
      Map<String, List<String>> code =
          lines.stream()
              .skip(1)
              .filter(l -> !l.isBlank())
              .collect(
                  Collectors.groupingBy(
                      l -> l.substring(0, l.indexOf(' ')),
                      Collectors.mapping(
                          l -> l.substring(l.indexOf(' ') + 1), Collectors.toList())));
      return new Pair(head.get(0), head.subList(1, head.size()), code);
    }

    boolean isRacy() {
      return head.get(0).equals("racy");
    }

    boolean runsOn(int release) {
      return release >= 21 || !head.contains("21");
    }

    String argument() {
      String mode =
          head.contains("together") ? "together" : head.contains("reversed") ? "reversed" : "plain";
      return name + ":" + mode;
    }

    private String code(String where) {
      return String.join("\n", code.getOrDefault(where, List.of()));
    }

    String source() {
      return String.format(
          Locale.ROOT,
          "%s final class %s extends Edge { int x; %s%n"
              + "  void write() throws Throwable { %s x = 1; %s }%n"
              + "  void read() throws Throwable { %s use(x); } }%n",
          IMPORTS,
          name,
          code("."),
          code("before>"),
          code(">"),
          code("<"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void pairs_areReportedExactlyIfTheyOrderNothing(int release) throws Exception {
    Path jdk = Pm.jdks().get(Integer.toString(release));
    if (jdk == null) {
      return;
    }
    List<Pair> pairs = new ArrayList<>();
    for (String block : Files.readString(EDGES.resolve("edges.txt")).split("(?m)^== ", -1)) {
      if (!block.startsWith("#") && Pair.parse(block).runsOn(release)) {
        pairs.add(Pair.parse(block));
      }
    }
    compile(jdk, pairs);
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-javaagent:" + Pm.JAR + "=max-reports=1000,into=" + folder.resolve("run"));
    command.addAll(List.of("-cp", folder.toString(), "Edges"));
    pairs.forEach(p -> command.add(p.argument()));
    Pm.Result result = Pm.execute(folder, command);
    assertThat(result.out()).as(result.err()).doesNotContain("WRONG");
    assertThat(reported()).as(result.err()).isEqualTo(racy(pairs));
  }

  private void compile(Path jdk, List<Pair> pairs) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/javac").toString());
    command.addAll(List.of("-g", "-nowarn", "-d", folder.toString()));
    for (Pair p : pairs) {
      Path source = folder.resolve(p.name() + ".java");
      Files.writeString(source, p.source());
      command.add(source.toString());
    }
    for (String shared : List.of("Edge.java", "Edges.java")) {
      command.add(EDGES.resolve(shared).toAbsolutePath().toString());
    }
    Pm.Result result = Pm.execute(folder, command);
    assertThat(result.exit()).as(result.err()).isZero();
  }

  private Set<String> reported() throws IOException {
    Set<String> variables = new TreeSet<>();
    for (RaceReport r : RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))) {
      variables.add(r.variable());
    }
    return variables;
  }

  private static Set<String> racy(List<Pair> pairs) {
    Set<String> variables = new TreeSet<>();
    for (Pair p : pairs) {
      if (p.isRacy()) {
        variables.add(p.name() + ".x");
      }
    }
    return variables;
  }
}
