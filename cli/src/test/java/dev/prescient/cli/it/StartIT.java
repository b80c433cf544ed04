package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start under the agent does and leaves behind, whatever it finds in the cache. */
class StartIT {
  private static final String HELLO =
      "public class Hello { public static void main(String[] a) { System.out.println(\"hi\"); } }";

  @TempDir private Path folder;

  @BeforeEach
  void program() throws IOException {
    Path hello = Files.writeString(folder.resolve("Hello.java"), HELLO);
    int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, hello.toString());
    assertThat(status).isZero();
  }

  /** Each lambda takes a millisecond of every start, each class that the loader verifies more. */
  @Test
  void start_withCache_linksNoLambdaOfOursAndLoadsUsThroughTheBootLoader() throws Exception {
    for (Path jdk : Pm.jdks().values()) {
      start(jdk);
      Path log = folder.resolve("classes.log");
      start(jdk, "-Xlog:class+load:file=" + log + "::filecount=0");
      try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
        List<String> ours = lines.filter(l -> l.contains(" dev.prescient.")).toList();
        assertThat(ours).noneMatch(l -> l.contains("Lambda"));
        assertThat(ours.stream().filter(l -> l.contains(Pm.JAR.getFileName().toString())))
            .hasSize(1)
            .allMatch(l -> l.contains("dev.prescient.agent.PreMain"));
      }
    }
  }

  @Test
  void report_namesTheVersion() throws Exception {
    start(Pm.jdks().get("17"));
    String sarif = Files.readString(folder.resolve("out/latest/report.sarif"));
    assertThat(sarif).containsPattern("\"version\" : \"\\d+\\.\\d+\\.\\d+[^\"]*\"");
  }

  @Test
  void start_cacheDamagedOrForeign_saysSoAndMakesItAnew() throws Exception {
    Path jdk = Pm.jdks().get("17");
    start(jdk);
    Path file = cacheFile();
    byte[] right = Files.readAllBytes(file);
    byte[] wrong = right.clone();
    wrong[wrong.length / 2] ^= 1;
    for (byte[] bytes : List.of(wrong, "not ours".getBytes(StandardCharsets.UTF_8), new byte[0])) {
      Files.write(file, bytes);
      assertThat(start(jdk).err()).contains("is made anew");
      assertThat(Files.size(file)).isGreaterThan(right.length / 2);
      assertThat(start(jdk).err()).doesNotContain("is made anew");
    }
  }

  @Test
  void start_manyAtOnceWithoutCache_allRunAndLeaveOneThatIsRight() throws Exception {
    Path jdk = Pm.jdks().get("17");
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      Callable<Pm.Result> one = () -> start(jdk);
      for (Future<Pm.Result> f : pool.invokeAll(List.of(one, one, one))) {
        assertThat(f.get().err()).doesNotContain("is made anew");
      }
    } finally {
      pool.shutdown();
    }
    assertThat(start(jdk).err()).doesNotContain("is made anew");
    cacheFile();
  }

  private Path cacheFile() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  private Pm.Result start(Path jdk, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-javaagent:" + Pm.JAR + "=out=out,cache=" + folder.resolve("cache"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", folder.toString(), "Hello"));
    Pm.Result r = Pm.execute(folder, command);
    assertThat(r.exit()).as(r.err()).isZero();
    assertThat(r.out()).isEqualTo("hi\n");
    return r;
  }
}
