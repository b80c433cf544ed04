package dev.prescient.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prescient.cli.memory.Enumerator.Reach;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs in Java mean what the enumerator takes them for, as far as this JVM shows. */
class JavaSourceTest {
  private static final int RUNS = 10;

  @TempDir private Path folder = Path.of("unset");

  private @Nullable Throwable end(ClassLoader loader, String name) throws Exception {
    var body = loader.loadClass(name).getMethod("body");
    Throwable thrown = catchThrowable(() -> body.invoke(null));
    return thrown instanceof InvocationTargetException e ? e.getCause() : thrown;
  }

  private URLClassLoader loader() throws Exception {
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
  }

  private static boolean loops(Program program) {
    return program.statements().anyMatch(Statement.While.class::isInstance);
  }

  @Test
  void corpus_compilesAndNeverShowsWhatIsImpossible() throws Exception {
    List<LitmusEntry> all = LitmusEntry.all();
    Map<String, String> sources = new LinkedHashMap<>();
    for (LitmusEntry e : all) {
      String name = JavaSource.className(e.program().name());
      sources.put(name, JavaSource.of(e.program(), e.outcome()));
    }
    assertThat(sources).hasSameSizeAs(all);
    JavaPrograms.compile(folder, sources);
    try (URLClassLoader loader = loader()) {
      for (LitmusEntry e : all) {
        if (!loops(e.program())) {
          Throwable end = end(loader, JavaSource.className(e.program().name()));
          assertThat(end == null || (e.hbConsistent() && end instanceof AssertionError))
              .as("%s: %s", e, end)
              .isTrue();
        }
      }
    }
  }

  @Test
  void randomPrograms_endInConsistentStates() throws Exception {
    List<Program> programs = LongStream.range(0, 20).mapToObj(RandomPrograms::of).toList();
    Map<String, String> sources = new LinkedHashMap<>();
    Map<String, Set<FinalState>> possible = new LinkedHashMap<>();
    for (Program p : programs) {
      Map<FinalState, Set<Reach>> reach = Enumerator.reach(p, List.of());
      sources.put(p.name(), JavaSource.of(p, List.copyOf(reach.keySet())));
      possible.put(p.name(), reach.keySet());
    }
    JavaPrograms.compile(folder, sources);
    try (URLClassLoader loader = loader()) {
      for (Program p : programs) {
        List<String> ends =
            possible.getOrDefault(p.name(), Set.of()).stream().map(s -> "end " + s).toList();
        for (int i = 0; i < RUNS; i++) {
          assertThat(end(loader, p.name()))
              .as(p.name())
              .isInstanceOf(AssertionError.class)
              .extracting(Throwable::getMessage)
              .isIn(ends);
        }
      }
    }
  }
}
