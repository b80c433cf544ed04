package dev.prescient.cli.control;

import dev.prescient.agent.AgentOption;
import dev.prescient.api.Choose;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.OutcomeFile;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.inprocess.EntryMain;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/** A test program, compiled from a resource, run in a JVM of its own with the packaged agent. */
final class ControlledProgram implements TargetRunner {
  private static final long TIMEOUT_SECONDS = 120;
  private static final Outcome NONE =
      new Outcome(-1, List.of(), List.of(), null, 0, 0, 0, 0, false, Map.of());

  private final Path folder;
  private final Path java;
  private final List<String> arguments;
  private int runs;
  private int exit;

  /** A method, given as {@code Class#method}, of a program in a resource. */
  static ControlledProgram entry(Path folder, Path java, String entry) throws IOException {
    String name = entry.substring(0, entry.indexOf('#'));
    ControlledProgram program = new ControlledProgram(folder, java, name);
    program.arguments.set(program.arguments.size() - 1, EntryMain.class.getName());
    program.arguments.add(entry);
    return program;
  }

  /** A program in the resource {@code control/name.java}. */
  ControlledProgram(Path folder, Path java, String name, String... arguments) throws IOException {
    this(folder, java, "control", "", name, arguments);
  }

  private ControlledProgram(
      Path folder, Path java, String resources, String prefix, String name, String... arguments)
      throws IOException {
    this.folder = folder;
    this.java = java;
    String path = folder + File.pathSeparator + api();
    this.arguments = new ArrayList<>(List.of("-ea", "-cp", path, prefix + name));
    this.arguments.addAll(List.of(arguments));
    if (!Files.exists(folder.resolve(name + ".java"))) {
      compile(resources, name);
    }
  }

  /** A program of the package {@code cases} in the resource {@code classic/name.java}. */
  static ControlledProgram classic(Path folder, Path java, String name, String... arguments)
      throws IOException {
    ControlledProgram program =
        new ControlledProgram(folder, java, "classic", "cases.", name, arguments);
    program.arguments.add(0, "-XX:TieredStopAtLevel=1"); // they end before more would pay
    return program;
  }

  /** Not compiled while it runs, which could end the loads of a loop that has no other end. */
  ControlledProgram interpreted() {
    arguments.add(0, "-Xint");
    return this;
  }

  private void compile(String resources, String name) throws IOException {
    Path source = folder.resolve(name + ".java");
    try (InputStream in =
        ControlledProgram.class.getResourceAsStream("/" + resources + "/" + name + ".java")) {
      if (in == null) {
        throw new IOException("no program " + name);
      }
      Files.copy(in, source);
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-cp", api(), "-d", folder.toString(), source.toString());
    if (status != 0) {
      throw new IOException(name + " does not compile");
    }
  }

  /** Where the classes of {@code dev.prescient.api} are. */
  private static String api() {
    return Path.of(
            URI.create(Choose.class.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  /** The JDK that runs the tests. */
  static Path thisJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** JDK 25: where {@code PM_JDK25} says, or beside the JDK that runs the tests. */
  static Optional<Path> java25() throws IOException {
    String given = System.getenv("PM_JDK25");
    if (given != null) {
      return Optional.of(Path.of(given, "bin", "java"));
    }
    Path beside = Path.of(System.getProperty("java.home")).toRealPath().getParent();
    try (var siblings = Files.list(beside)) {
      return siblings
          .filter(p -> p.getFileName().toString().contains("25"))
          .map(p -> p.resolve("bin").resolve("java"))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  /** What a test does to a program that does not end by itself. */
  interface End {
    void end(Process process, Path run);
  }

  @Override
  public Result run(Map<AgentOption, String> options) throws IOException, InterruptedException {
    return start(options, (process, run) -> {});
  }

  /** As {@link #run}; the program is ended while it runs. */
  Result start(Map<AgentOption, String> options, End end) throws IOException, InterruptedException {
    Path into = Files.createDirectories(folder.resolve("run-" + ++runs + "-" + System.nanoTime()));
    Properties p = new Properties();
    options.forEach((k, v) -> p.setProperty(k.text, v));
    p.setProperty(AgentOption.INTO.text, into.toString());
    Path config = into.resolve("agent.properties");
    try (Writer out = Files.newBufferedWriter(config)) {
      p.store(out, null);
    }
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-javaagent:" + System.getProperty("pm.jar") + "=config=" + config);
    command.addAll(arguments);
    Path stdout = into.resolve("stdout.txt");
    Path stderr = into.resolve("stderr.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(stdout.toFile())
            .redirectError(stderr.toFile())
            .start();
    end.end(process, into);
    boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    exit = process.exitValue();
    Path outcome = into.resolve(OutcomeFile.NAME);
    return new Result(
        into,
        Files.exists(outcome) ? OutcomeFile.read(outcome) : NONE,
        Files.readString(stdout, StandardCharsets.UTF_8),
        Files.readString(stderr, StandardCharsets.UTF_8),
        !ended);
  }

  /** Exit status of the last run. */
  int exit() {
    return exit;
  }
}
