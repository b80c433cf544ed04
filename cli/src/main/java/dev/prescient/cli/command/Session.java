package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.hunt.FinishedRuns;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.HuntOptions;
import dev.prescient.cli.hunt.Systematic;
import dev.prescient.cli.report.Console;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.SarifReport;
import dev.prescient.cli.report.TextReport;
import dev.prescient.cli.target.EntryProgram;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.JavaHome;
import dev.prescient.cli.target.Launcher;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.PmJar;
import dev.prescient.cli.target.Program;
import dev.prescient.cli.target.RunFile;
import dev.prescient.cli.target.RunFolder;
import dev.prescient.cli.target.SourceProgram;
import dev.prescient.cli.target.TargetProcess;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.report.SarifFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One verb at work on one program: its run folder, its options, its console, its end. */
final class Session {
  /** Not handed to the program's agent: the command line's own, or set per run. */
  static final Set<AgentOption> OWN =
      Set.of(AgentOption.MODE, AgentOption.OUT, AgentOption.INTO, AgentOption.CONFIG);

  private static final String RUNS = "runs";

  final CommonOptions common;
  final Console console;
  final AgentOptions options;
  final Path folder;
  final Launcher launcher;
  private final long startNs = System.nanoTime();
  private long baselineMs = Long.MAX_VALUE;
  private RunFile run;

  private Session(
      CommonOptions common, Console console, AgentOptions options, Path folder, RunFile run)
      throws IOException {
    this.common = common;
    this.console = console;
    this.options = options;
    this.folder = folder;
    this.run = run;
    console.copyTo(folder.resolve("pm.log"));
    this.launcher = new Launcher(run.program(), PmJar.path());
    RunFile.write(folder.resolve(RunFile.NAME), run);
  }

  /**
   * Opens a run folder for a program given on the command line.
   *
   * @param arguments what one would give java; a source file is compiled
   * @param more the verb's own options of the agent
   * @throws PmException if an option is wrong, the folder cannot be made or the source not compiled
   */
  static Session open(
      String verb,
      CommonOptions common,
      List<String> arguments,
      boolean assertions,
      Map<AgentOption, String> more)
      throws IOException, InterruptedException {
    if (arguments.isEmpty()) {
      throw new PmException(
          ExitCode.USAGE,
          "no program. Put what you would give java after --, as in: pm "
              + verb
              + " -- -jar app.jar");
    }
    AgentOptions options = common.agentOptions(more);
    Path java = JavaHome.executable(common.java);
    Path folder = RunFolder.create(common.outFolder(options)).toAbsolutePath();
    List<String> compiled = program(java, arguments, folder, options);
    Program program = new Program(java, compiled, Path.of("").toAbsolutePath());
    return open(verb, common, program, assertions, options, folder);
  }

  /** Opens a run folder for the program of an earlier run. */
  static Session again(
      String verb,
      CommonOptions common,
      RunFile earlier,
      List<String> arguments,
      Map<AgentOption, String> more)
      throws IOException, InterruptedException {
    Map<AgentOption, String> kept = kept(earlier);
    kept.putAll(more);
    AgentOptions options = common.agentOptions(kept);
    Path folder = RunFolder.create(common.outFolder(options)).toAbsolutePath();
    Path java = common.java == null ? Path.of(earlier.java()) : JavaHome.executable(common.java);
    Program program =
        arguments.isEmpty()
            ? new Program(java, earlier.arguments(), Path.of(earlier.workingFolder()))
            : new Program(
                java, program(java, arguments, folder, options), Path.of("").toAbsolutePath());
    Session session = open(verb, common, program, earlier.assertions(), options, folder);
    session.baselineMs = earlier.counts().getOrDefault("baselineMs", Long.MAX_VALUE);
    return session;
  }

  /** What java is given: sources compiled, an entry's method called. */
  private static List<String> program(
      Path java, List<String> arguments, Path folder, AgentOptions options)
      throws IOException, InterruptedException {
    List<String> compiled = SourceProgram.compiled(java, arguments, folder.resolve("classes"));
    String entry = options.text(AgentOption.ENTRY);
    return entry.isEmpty() ? compiled : EntryProgram.arguments(compiled, entry);
  }

  /** The agent's options as an earlier run was given them. */
  static Map<AgentOption, String> kept(RunFile earlier) {
    Map<AgentOption, String> kept = new EnumMap<>(AgentOption.class);
    for (AgentOption k : AgentOption.values()) {
      AgentFile.Option option = earlier.options().get(k.text);
      if (option != null && !option.origin().equals("default") && !OWN.contains(k)) {
        kept.put(k, option.value());
      }
    }
    return kept;
  }

  private static Session open(
      String verb,
      CommonOptions common,
      Program program,
      boolean assertions,
      AgentOptions options,
      Path folder)
      throws IOException {
    Map<String, AgentFile.Option> shown = new LinkedHashMap<>();
    for (AgentOption k : AgentOption.values()) {
      shown.put(k.text, new AgentFile.Option(options.text(k), options.origin(k)));
    }
    RunFile run =
        new RunFile(
            verb,
            program.java().toString(),
            program.arguments(),
            program.workingFolder().toString(),
            assertions,
            JavaHome.version(program.java()),
            System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + " "
                + System.getProperty("os.arch"),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            shown,
            Map.of(),
            0,
            -1,
            -1);
    return new Session(common, common.console(), options, folder, run);
  }

  /** What the program's agent is told beside what a stage sets. */
  Map<AgentOption, String> base() {
    Map<AgentOption, String> base = new EnumMap<>(AgentOption.class);
    for (AgentOption k : AgentOption.values()) {
      if (!OWN.contains(k) && !options.origin(k).equals("default")) {
        base.put(k, options.text(k));
      }
    }
    return base;
  }

  /** The program with the agent, run after run, each in a folder of its own. */
  TargetProcess target(boolean assertions) {
    return target(assertions, common.timeout);
  }

  /** The same with another time-out than the user's. */
  TargetProcess target(boolean assertions, Duration timeout) {
    TargetProcess target =
        new TargetProcess(launcher, folder.resolve(RUNS), base(), assertions, timeout);
    target.quickFor(baselineMs);
    return target;
  }

  /** The pipeline on this session's program; no single run outlives its budget. */
  Hunt hunt(HuntOptions huntOptions, boolean assertions) {
    return hunt(huntOptions, assertions, Parts.systematic());
  }

  /** The same with a systematic exploration of its own. */
  Hunt hunt(HuntOptions huntOptions, boolean assertions, Systematic systematic) {
    Duration budget = huntOptions.budget();
    Duration timeout = budget.compareTo(common.timeout) < 0 ? budget : common.timeout;
    return new Hunt(
        folder,
        shownFolder(),
        jdk(),
        Parts.of(target(assertions, timeout), systematic),
        huntOptions,
        console,
        this::save);
  }

  /** The run's folder as the user wrote it. */
  String shownFolder() {
    Path shown = common.outFolder(options).resolve(folder.getFileName());
    return shown.toString();
  }

  /** The program's JDK. */
  String jdk() {
    return run.jdk();
  }

  /** Whether controlled runs get {@code -ea}. */
  boolean assertions() {
    return run.assertions();
  }

  /** Writes the reports as far as they are known. */
  void save(RunReport report) throws IOException {
    ReportFile.write(folder.resolve(ReportFile.NAME), report);
    Files.writeString(folder.resolve("report.txt"), text(report));
    sarif(report).write(folder.resolve(SarifFile.NAME));
  }

  /**
   * Ends the verb: writes every file, shows the report.
   *
   * @param programStatus of the program if the verb ran it once, else -1
   * @return the status
   */
  int finish(RunReport report, int programStatus) throws IOException {
    save(report);
    long ms = (System.nanoTime() - startNs) / 1_000_000;
    run = run.ended(report.counts(), ms, report.exit(), programStatus);
    RunFile.write(folder.resolve(RunFile.NAME), run);
    prune();
    console.text(text(report));
    if (common.json || common.sarif) {
      PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
      if (common.sarif) {
        sarif(report).write(out);
      } else {
        ReportFile.write(out, report);
      }
      out.flush();
    }
    return report.exit();
  }

  /** With {@code -v} and event logs all runs stay. */
  private void prune() throws IOException {
    boolean all = common.verbose || options.text(AgentOption.LOG_LEVEL).equals("debug");
    if (!all) {
      FinishedRuns.prune(folder, folder.resolve(RUNS));
    }
  }

  private String text(RunReport report) {
    return TextReport.render(report, run.arguments());
  }

  private SarifFile sarif(RunReport report) {
    return SarifReport.of(report, Path.of(run.workingFolder()));
  }

  /** Ends the verb because the program did not start; only run.json and its output stay. */
  int failed(int exit, String message) throws IOException {
    long ms = (System.nanoTime() - startNs) / 1_000_000;
    run = run.ended(Map.of(), ms, exit, -1);
    RunFile.write(folder.resolve(RunFile.NAME), run);
    throw new PmException(exit, message);
  }
}
