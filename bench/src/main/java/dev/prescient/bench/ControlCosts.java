package dev.prescient.bench;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.target.Launcher;
import dev.prescient.cli.target.Program;
import dev.prescient.cli.target.TargetProcess;
import dev.prescient.replay.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code java -cp benchmarks.jar:pm.jar dev.prescient.bench.ControlCosts [--rounds 5]}: what the
 * controlled scheduler costs in a JVM of its own. Nanoseconds of a scheduling point without a
 * switch, and of one with: time of many less that of some, by how many more they are, so that
 * starting and warming up do not count. Then seconds that {@code pm record} and its child take for
 * a program that does nothing. CPU-bound code: {@code Kernels --options mode=record,detect=false}.
 */
public final class ControlCosts {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");
  private final Path agent;
  private final Path work;
  private final int rounds;
  private int folders;

  private ControlCosts(Path agent, Path work, int rounds) {
    this.agent = agent;
    this.work = work;
    this.rounds = rounds;
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length == 2 && args[0].equals("--rounds") ? Integer.parseInt(args[1]) : 5;
    Path work = Files.createTempDirectory("prescient-control");
    List<Path> sources =
        List.of(Subjects.resource("Points", work), Subjects.resource("Hello", work));
    ClassicCase.compile(sources, work.toString(), work);
    ControlCosts c = new ControlCosts(Benchmarks.agent(), work, rounds);
    System.out.println("| what | CPU | wall |");
    System.out.println("| --- | --- | --- |");
    c.perPoint("point, one thread, ns", "alone", 4_000_000, 40_000_000);
    c.perPoint("point, another thread could run, ns", "beside", 2_000_000, 20_000_000);
    c.perPoint("point with a switch, ns", "switch", 20_000, 120_000);
    c.start("hello world, native, ms", List.of(c.java.toString(), "-cp", work.toString(), "Hello"));
    c.start("hello world, the recorded JVM, ms", c.agentCommand());
    c.start("hello world, pm record, ms", c.recordCommand());
  }

  /** What a run took. */
  private record Took(double cpuMs, double wallMs, Outcome outcome) {}

  private void perPoint(String what, String how, int few, int many)
      throws IOException, InterruptedException {
    List<Double> cpu = new ArrayList<>();
    List<Double> wall = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      Took less = run(how, few);
      Took more = run(how, many);
      double points = more.outcome.points() - less.outcome.points();
      cpu.add((more.cpuMs - less.cpuMs) * 1e6 / points);
      wall.add((more.wallMs - less.wallMs) * 1e6 / points);
    }
    print(what, cpu, wall);
  }

  private Took run(String how, int times) throws IOException, InterruptedException {
    List<String> arguments = List.of("-cp", work.toString(), "Points", how, String.valueOf(times));
    TargetProcess target =
        new TargetProcess(
            new Launcher(new Program(java, arguments, work), agent),
            work.resolve("runs-" + ++folders),
            new EnumMap<>(AgentOption.class),
            false,
            LIMIT);
    double cpu = ChildCpu.ms();
    long start = System.nanoTime();
    Outcome outcome =
        target
            .run(
                Map.of(
                    AgentOption.MODE, "record",
                    AgentOption.DETECT, "false",
                    AgentOption.STRATEGY, "rr",
                    AgentOption.STEPS, "1000000000"))
            .outcome();
    return new Took(ChildCpu.ms() - cpu, (System.nanoTime() - start) / 1e6, outcome);
  }

  private List<String> agentCommand() {
    String options = "=mode=record,into=" + work.resolve("hello");
    return List.of(
        java.toString(),
        "-javaagent:" + agent + options,
        "-XX:-PrintWarnings",
        "-cp",
        work.toString(),
        "Hello");
  }

  private List<String> recordCommand() {
    return List.of(
        java.toString(),
        "-jar",
        agent.toString(),
        "record",
        "--out",
        work.resolve("out").toString(),
        "--",
        "-cp",
        work.toString(),
        "Hello");
  }

  private void start(String what, List<String> command) throws IOException, InterruptedException {
    List<Double> cpu = new ArrayList<>();
    List<Double> wall = new ArrayList<>();
    for (int i = 0; i <= rounds; i++) {
      double before = ChildCpu.ms();
      long start = System.nanoTime();
      int status =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(new File(work.toFile(), "hello.txt"))
              .start()
              .waitFor();
      if (status != 0) {
        throw new IOException(command + " ended with " + status);
      }
      if (i > 0) { // the first fills the cache
        wall.add((System.nanoTime() - start) / 1e6);
        cpu.add(ChildCpu.ms() - before);
      }
    }
    print(what, cpu, wall);
  }

  private static void print(String what, List<Double> cpu, List<Double> wall) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f |%n",
        what,
        KernelRuns.median(cpu),
        KernelRuns.median(wall));
  }
}
