package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pm explore --entry}, as a user runs it. */
class EntryIT {
  @TempDir static Path folder;

  @BeforeAll
  static void compile() throws Exception {
    Path source = folder.resolve("Bodies.java");
    try (InputStream in = EntryIT.class.getResourceAsStream("/control/Bodies.java")) {
      assertThat(in).isNotNull();
      Files.copy(in, source);
    }
    Path classes = Files.createDirectory(folder.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
  }

  private static Pm.Result explore(String entry, String... more) throws Exception {
    Object[] arguments = new Object[more.length + 11];
    System.arraycopy(
        new Object[] {
          "explore", "--entry", entry, "--tries", "3", "--out", entry.replace('#', '-')
        },
        0,
        arguments,
        0,
        7);
    System.arraycopy(more, 0, arguments, 7, more.length);
    System.arraycopy(
        new Object[] {"--progress=plain", "--", "-cp", "classes"},
        0,
        arguments,
        7 + more.length,
        4);
    return Pm.run(folder, arguments);
  }

  @Test
  void lostUpdate_isReportedWithACommandThatReproducesIt() throws Exception {
    Pm.Result r = explore("Bodies#update", "--budget", "300");
    assertThat(r.exit()).as(r.err()).isEqualTo(66);
    assertThat(r.err()).contains("count 1", "Explored ", "in one JVM");
    Pm.Result again =
        Pm.run(
            folder,
            "replay",
            "run-0001/F1",
            "--tries",
            "3",
            "--expect",
            "failure",
            "--out",
            "Bodies-update");
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.err()).contains("reproduced: 3 of 3");
  }

  @Test
  void moreLoadsThanAreTried_areNotExhausted() throws Exception {
    Pm.Result r = explore("Bodies#manyLoads", "--budget", "3000", "--memory", "stale");
    assertThat(r.exit()).as(r.err()).isIn(0, 66);
    assertThat(r.err().lines().filter(l -> l.startsWith("Explored ")))
        .singleElement()
        .asString()
        .doesNotContain("exhausted");
  }

  @Test
  void correctBody_isExhaustedAndSilent() throws Exception {
    Pm.Result r = explore("Bodies#statics", "--budget", "400");
    assertThat(r.exit()).as(r.err()).isZero();
    assertThat(r.err())
        .contains("preemptions, exhausted", "in one JVM", "schedulesCut 0", "jvms 1");
  }

  /** The JVM is kept to one processor where that can be done; the method must not see it. */
  @Test
  void processors_areAsManyAsWithout() throws Exception {
    int all = Runtime.getRuntime().availableProcessors();
    Pm.Result r =
        Pm.run(
            folder,
            "explore",
            "--entry",
            "Bodies#processors",
            "--budget",
            "20",
            "--",
            "-Dprocessors=" + all,
            "-cp",
            "classes");
    assertThat(r.exit()).as(r.err()).isZero();
  }

  @Test
  void wrongUse_isToldAndEndsWith2() throws Exception {
    Pm.Result none = explore("Bodies#nothing");
    assertThat(none.exit()).as(none.err()).isEqualTo(2);
    assertThat(none.err()).contains("--entry Bodies#nothing: the class has no method");
    Pm.Result oracle = explore("Bodies#update", "--fail-on", "x");
    assertThat(oracle.exit()).as(oracle.err()).isEqualTo(2);
    Pm.Result jar = Pm.run(folder, "explore", "--entry", "A#b", "--", "-jar", "a.jar");
    assertThat(jar.exit()).as(jar.err()).isEqualTo(2);
    assertThat(jar.err()).contains("expected -cp");
  }
}
