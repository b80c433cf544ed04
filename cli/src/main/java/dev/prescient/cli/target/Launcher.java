package dev.prescient.cli.target;

import dev.prescient.agent.AgentOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts child JVMs and sees to their end, also when pm itself is ended.
 *
 * <p>State: {@code alive} holds the children that run now; any thread may start one.
 */
public final class Launcher {
  /** The agent's options of a run, in its folder. */
  public static final String OPTIONS_FILE = "agent.properties";

  /** Output kept per stream, 64 MiB; the rest passes through but is not kept. */
  private static final long MAX_KEPT = 1L << 26;

  private static final int GRACE_S = 5;

  private final Program program;
  private final Path jar;
  private final Set<Process> alive = ConcurrentHashMap.newKeySet();

  public Launcher(Program program, Path jar) {
    this.program = program;
    this.jar = jar;
    Runtime.getRuntime().addShutdownHook(new Thread(() -> alive.forEach(Launcher::kill)));
  }

  /** The program that it starts. */
  public Program program() {
    return program;
  }

  /**
   * Starts the program and waits for its end.
   *
   * @throws PmException if there is no such java
   */
  public Finished launch(Launch launch) throws IOException, InterruptedException {
    List<String> command = command(launch);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(program.workingFolder().toFile());
    builder.environment().remove("PM_OPTIONS"); // resolved into the options file
    boolean pass = launch.output() == Launch.Output.PASS;
    builder.redirectInput(
        pass ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.from(nothing()));
    long start = System.nanoTime();
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new PmException(ExitCode.TARGET, "cannot start the program: " + e.getMessage());
    }
    alive.add(process);
    try {
      OutputStream out =
          launch.output() == Launch.Output.KEEP ? null : pass ? System.out : System.err;
      OutputStream err = launch.output() == Launch.Output.KEEP ? null : System.err;
      Thread o = pump(process.getInputStream(), launch.folder().resolve("stdout.txt"), out);
      Thread e = pump(process.getErrorStream(), launch.folder().resolve("stderr.txt"), err);
      boolean ended = process.waitFor(launch.timeout().toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        end(process);
      }
      o.join(GRACE_S * 1000L);
      e.join(GRACE_S * 1000L);
      return new Finished(
          launch.folder(), process.waitFor(), !ended, Duration.ofNanos(System.nanoTime() - start));
    } finally {
      kill(process);
      alive.remove(process);
    }
  }

  private static java.io.File nothing() {
    return new java.io.File(
        System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
  }

  private List<String> command(Launch launch) throws IOException {
    boolean serial =
        launch.options().getOrDefault(AgentOption.MODE, "").equals("explore")
            && launch.options().containsKey(AgentOption.SCHEDULES);
    List<String> prefix = serial ? OneProcessor.prefix() : List.of();
    List<String> command = new ArrayList<>(prefix);
    command.add(program.java().toString());
    if (!prefix.isEmpty()) {
      command.add(OneProcessor.processors());
    }
    if (launch.agent()) {
      Path file = launch.folder().resolve(OPTIONS_FILE);
      writeOptions(file, launch.options(), launch.folder());
      command.add("-javaagent:" + jar + "=config=" + file);
      if (program.arguments().stream().noneMatch(a -> a.startsWith("-Xshare"))) {
        command.add(shareOption(launch.output()));
      }
    }
    if (launch.quick() && program.arguments().stream().noneMatch(a -> a.contains("Tiered"))) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    if (launch.assertions()) {
      command.add("-ea");
    }
    command.addAll(program.arguments());
    return command;
  }

  /**
   * What keeps the JVM from warning on standard error that it shares less, because the boot path
   * grows. Without sharing a start costs half as much again: where nobody reads what the JVM warns
   * of, its warnings are switched off instead.
   */
  private static String shareOption(Launch.Output output) {
    return output == Launch.Output.KEEP ? "-XX:-PrintWarnings" : "-Xshare:off";
  }

  private static void writeOptions(Path file, Map<AgentOption, String> options, Path folder)
      throws IOException {
    Properties p = new Properties();
    options.forEach((k, value) -> p.setProperty(k.text, value));
    p.setProperty(AgentOption.INTO.text, folder.toString());
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      p.store(out, null);
    }
  }

  private static Thread pump(InputStream from, Path file, @Nullable OutputStream through)
      throws IOException {
    OutputStream kept = Files.newOutputStream(file);
    Thread thread =
        new Thread(
            () -> {
              try (from;
                  kept) {
                copy(from, kept, through);
              } catch (IOException e) {
                // the child is gone, or our own output is closed: nothing to tell it to
              } catch (UncheckedIOException e) {
                System.err.println("pm: cannot keep the program's output: " + e.getMessage());
              }
            },
            "pm output");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void copy(InputStream from, OutputStream kept, @Nullable OutputStream through)
      throws IOException {
    byte[] buffer = new byte[1 << 13];
    long size = 0;
    for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
      if (through != null) {
        through.write(buffer, 0, n);
        through.flush();
      }
      if (size < MAX_KEPT) {
        try {
          kept.write(buffer, 0, n);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      size += n;
    }
  }

  /** Asks it to end, so that the agent writes what it has, then ends it. */
  private static void end(Process process) throws InterruptedException {
    process.destroy();
    process.waitFor(GRACE_S, TimeUnit.SECONDS);
    kill(process);
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
