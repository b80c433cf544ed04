package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.CandidateBook.Entry;
import dev.prescient.cli.report.Console;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Discarded;
import dev.prescient.cli.report.RunReport.Explored;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.cli.target.Durations;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.Finished;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.Target;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.Failure;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.memory.Classification.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The whole chain on one program (DESIGN, section 1): baseline → race → profile → inject and
 * validate → explore → classify → explain, within one budget. After every step the report so far is
 * saved.
 *
 * <p>State: what was found so far, guarded by this object's monitor, since two child JVMs may end
 * at once; suspects are confirmed one at a time, on the thread that runs the hunt.
 */
public final class Hunt {
  /** Saves a report so far. */
  @FunctionalInterface
  public interface Saver {
    void save(RunReport report) throws IOException;
  }

  /** The parts that do the work behind the pipeline. */
  public record Parts(
      Target target, Classifier classifier, Explainer explainer, Systematic systematic) {}

  /** Shares of the budget after which a stage starts nothing new. */
  private static final double RACE_SHARE = 0.3;

  private static final double INJECT_SHARE = 0.6;
  private static final double EXPLORE_SHARE = 0.9;

  private static final int PARALLEL = 2;

  /** Runs given to the workers at once. */
  private static final int BATCH = 64;

  private static final int ROUNDS = 4;

  private final Path folder;
  private final String shownFolder;
  private final Parts parts;
  private final HuntOptions options;
  private final Console console;
  private final Saver saver;
  private final Deadline deadline;
  private final Workers workers = new Workers(PARALLEL);

  private final RaceSet races = new RaceSet();
  private final CandidateBook book = new CandidateBook();
  private final List<Suspect> suspects = new ArrayList<>();
  private final Set<String> suspected = new HashSet<>();
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private final List<Discarded> discarded = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final TreeMap<String, Long> counts = new TreeMap<>();
  private final List<String> unvalidated = new ArrayList<>();
  private String verb = "hunt";
  private String jdk;
  private String canary = "not run";
  private @Nullable Explored explored;
  private long schedules;
  private long decisions = 1;
  private Oracles oracles;
  private @Nullable Confirmation confirmation;

  /**
   * A hunt.
   *
   * @param folder of the run, absolute
   * @param shownFolder as the user wrote it
   * @param jdk version of the program's JDK
   */
  public Hunt(
      Path folder,
      String shownFolder,
      String jdk,
      Parts parts,
      HuntOptions options,
      Console console,
      Saver saver) {
    this.folder = folder;
    this.shownFolder = shownFolder;
    this.jdk = jdk;
    this.parts = parts;
    this.options = options;
    this.console = console;
    this.saver = saver;
    this.deadline = new Deadline(options.budget());
    this.oracles = new Oracles(options.okExits(), options.failOn(), options.oracle(), false, null);
  }

  /** What may be left out. */
  public enum Stage {
    INJECT,
    EXPLORE
  }

  /** Tries the tool on itself. */
  @FunctionalInterface
  public interface SelfTest {
    /** {@code passed}, or what is wrong. */
    String check() throws IOException, InterruptedException;
  }

  /**
   * Hunts.
   *
   * @param verb of the report
   * @param stages beside baseline and race
   * @param selfTest asked before "nothing found" is believed
   * @param findingsExit status if something is found
   * @return the final report
   * @throws PmException if the program does not start
   */
  public RunReport run(String verb, Set<Stage> stages, SelfTest selfTest, int findingsExit)
      throws IOException, InterruptedException {
    this.verb = verb;
    try (workers) {
      baseline();
      Confirmation c =
          new Confirmation(folder, parts.target(), oracles, options, workers, parts.classifier());
      confirmation = c;
      race();
      if (stages.contains(Stage.INJECT) && !races.all().isEmpty()) {
        injectInRounds();
      }
      if (stages.contains(Stage.EXPLORE) && !done()) {
        explore();
      }
    }
    RunReport report = report(ExitCode.OK);
    if (!report.hasFindings()) {
      canary = selfTest.check();
    }
    int exit =
        report.hasFindings()
            ? findingsExit
            : canary.equals("passed") ? ExitCode.OK : ExitCode.INTERNAL;
    return report(exit);
  }

  /** The races of two lists, numbered anew. */
  public static List<RaceReport> union(List<RaceReport> some, List<RaceReport> more) {
    RaceSet all = new RaceSet();
    all.add(some);
    all.add(more);
    return all.all();
  }

  /** The races alone: a few runs of the program, then it is ended. */
  public List<RaceReport> races() throws IOException, InterruptedException {
    try (workers) {
      confirmation =
          new Confirmation(folder, parts.target(), oracles, options, workers, parts.classifier());
      race();
    }
    return races.all();
  }

  // ---- baseline

  private void baseline() throws IOException, InterruptedException {
    console.detail("baseline: the program without the agent");
    Finished b = parts.target().baseline(options.baselineTimeout());
    String refused = b.refused();
    if (!refused.isEmpty()) {
      throw new PmException(ExitCode.USAGE, refused);
    }
    String notStarted = b.notStarted();
    if (!notStarted.isEmpty()) {
      throw new PmException(ExitCode.TARGET, "the program did not start: " + notStarted);
    }
    boolean fine = !b.timedOut() && (b.status() == 0 || options.okExits().contains(b.status()));
    if (!fine) {
      notes.add(
          "the program itself "
              + (b.timedOut()
                  ? "did not end in " + Durations.text(options.baselineTimeout())
                  : "ends with status " + b.status())
              + " without the agent: output and that status are not compared with it.");
    }
    Oracles.Baseline base = b.timedOut() ? null : new Oracles.Baseline(b.status(), b.stdout());
    oracles =
        new Oracles(
            options.okExits(),
            options.failOn(),
            options.oracle(),
            options.compareOutput() && fine,
            base);
    OraclesFile.write(folder.resolve(OraclesFile.NAME), oracles);
    counts.put("baselineMs", b.duration().toMillis());
  }

  /** A folder with the races known now, which runs are woven for whatever is found later. */
  private Path snapshot(String stage) throws IOException {
    Path input = Files.createDirectories(folder.resolve("inputs").resolve(stage));
    RacesFile.write(input.resolve(RacesFile.NAME), races.all());
    return input;
  }

  // ---- race

  private void race() throws IOException, InterruptedException {
    if (parts.systematic().inOneJvm()) {
      raceInOneJvm();
      return;
    }
    workers.each(
        IntStream.range(0, options.runs()).boxed().toList(),
        () -> deadline.passed(RACE_SHARE),
        i -> freeRun());
    Path input = snapshot("race");
    workers.each(
        IntStream.range(0, options.controlledRuns()).boxed().toList(),
        () -> deadline.passed(RACE_SHARE),
        i -> controlledRun(input, strategy(i), options.seed() + i, "sc"));
    confirmAll();
  }

  /** What races becomes a scheduling point, which leads to more races. */
  private void raceInOneJvm() throws IOException, InterruptedException {
    boolean news = true;
    for (int i = 0; i < ROUNDS && news && !deadline.passed(RACE_SHARE); i++) {
      news = races.add(parts.systematic().races(parts.target(), snapshot("race")));
      progress("race");
    }
    RacesFile.write(folder.resolve(RacesFile.NAME), races.all());
  }

  private void freeRun() throws IOException, InterruptedException {
    Finished run = parts.target().start(Map.of(AgentOption.MODE, "race"));
    String refused = run.refused();
    if (!refused.isEmpty()) {
      throw new PmException(ExitCode.USAGE, refused);
    }
    Path agent = run.folder().resolve(AgentFile.NAME);
    if (Files.exists(agent)) {
      AgentFile a = AgentFile.read(agent);
      jdk = a.jdk();
      count(a.counts());
    }
    count(run.timedOut() ? "timedOut" : "freeRuns", 1);
    learn(run.folder());
    progress("race");
  }

  private static String strategy(int i) {
    return i % 2 == 0 ? "p" : "random";
  }

  /** A controlled run with a random schedule, looked at as every run is. */
  private void controlledRun(Path input, String strategy, long seed, String memory)
      throws IOException, InterruptedException {
    Map<AgentOption, String> o = new EnumMap<>(AgentOption.class);
    o.put(AgentOption.MODE, "explore");
    o.put(AgentOption.STRATEGY, strategy);
    o.put(AgentOption.SEED, String.valueOf(seed));
    o.put(AgentOption.MEMORY, memory);
    o.put(AgentOption.RUN, input.toString());
    if (strategy.equals("race")) {
      o.put(AgentOption.RACE, places(seed));
    }
    synchronized (this) {
      o.put(AgentOption.LENGTH, String.valueOf(Math.min(decisions, 1_000_000_000L)));
    }
    run(o, input);
    synchronized (this) {
      schedules++;
    }
  }

  /** The two places of one of the races that are explored, another for each seed. */
  private String places(long seed) {
    List<RaceReport> given = options.exploration().races();
    List<RaceReport> all = given.isEmpty() ? races.all() : given;
    RaceReport race = all.get((int) Math.floorMod(seed, (long) all.size()));
    return race.places();
  }

  // ---- profile and inject

  private void injectInRounds() throws IOException, InterruptedException {
    List<Entry> fresh = profile();
    for (int round = 1; round <= ROUNDS && !fresh.isEmpty() && !injectOver(); round++) {
      List<Entry> next = new ArrayList<>();
      workers.each(
          CandidateBook.spread(fresh),
          this::injectOver,
          e -> {
            List<Entry> more = inject(e);
            synchronized (next) {
              next.addAll(more);
            }
          });
      confirmAll();
      fresh = next;
    }
  }

  private boolean injectOver() {
    return deadline.passed(INJECT_SHARE) || done();
  }

  /** A controlled run with histories; its candidates go into the book. */
  private List<Entry> profile() throws IOException, InterruptedException {
    Path input = snapshot("profile");
    Map<AgentOption, String> o = new EnumMap<>(AgentOption.class);
    o.put(AgentOption.MODE, "profile");
    o.put(AgentOption.SEED, String.valueOf(options.seed()));
    o.put(AgentOption.RUN, input.toString());
    TargetRunner.Result result = run(o, input);
    return result == null ? List.of() : book(result, input, List.of());
  }

  private List<Entry> book(TargetRunner.Result result, Path input, List<String> with)
      throws IOException {
    Path file = result.folder().resolve(CandidatesFile.NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    List<Entry> added = book.add(CandidatesFile.read(file), result.folder(), with);
    if (!added.isEmpty()) {
      // From now on the run's folder is followed when one of them is injected.
      List<Candidate> here = new ArrayList<>();
      with.forEach(id -> book.entry(id).ifPresent(e -> here.add(e.candidate())));
      added.forEach(e -> here.add(e.candidate()));
      CandidatesFile.write(file, here);
      RacesFile.write(
          result.folder().resolve(RacesFile.NAME), RacesFile.read(input.resolve(RacesFile.NAME)));
      synchronized (this) {
        CandidatesFile.write(
            folder.resolve(CandidatesFile.NAME),
            book.all().stream().map(Entry::candidate).toList());
        SourcesFile.write(folder, book.all());
      }
    }
    return added;
  }

  /**
   * Injects a candidate into the run that it came from, with histories, since the injected run may
   * have candidates of its own.
   */
  private List<Entry> inject(Entry e) throws IOException, InterruptedException {
    Map<AgentOption, String> o = Confirmation.options(e.run(), String.join(":", e.inject()));
    o.put(AgentOption.MODE, "profile");
    TargetRunner.Result result = run(o, e.run());
    if (result == null) {
      book.verdict(e.candidate().id(), Verdict.DIVERGED);
      return List.of();
    }
    Verdict verdict = Verdict.DIVERGED;
    for (Outcome.Injected i : result.outcome().injections()) {
      if (i.candidate().equals(e.candidate().id())) {
        verdict = Verdict.of(i.fate());
      }
    }
    book.verdict(e.candidate().id(), verdict);
    if (!result.outcome().valid()) {
      synchronized (this) {
        unvalidated.add(e.candidate().id());
      }
      count("unvalidated", 1);
      return List.of();
    }
    return verdict == Verdict.VALIDATED ? book(result, e.run(), e.inject()) : List.of();
  }

  // ---- explore

  private void explore() throws IOException, InterruptedException {
    Exploration how = options.exploration();
    races.add(how.races());
    if (how.strategy() == Exploration.Strategy.RACE && races.all().isEmpty()) {
      notes.add("no race was found: there is nothing to explore with strategy race.");
      return;
    }
    boolean weak = how.strategy() == Exploration.Strategy.PORTFOLIO && !races.all().isEmpty();
    Path input = snapshot("explore");
    boolean inProcess = parts.systematic().inOneJvm();
    List<String> strategies = how.atRandom();
    long random = inProcess ? 0 : how.atRandom(options.schedules(), weak);
    for (long from = 0; from < random && !exploreOver(); from += BATCH) {
      workers.each(
          LongStream.range(from, Math.min(random, from + BATCH)).boxed().toList(),
          this::exploreOver,
          i ->
              controlledRun(
                  input,
                  strategies.get((int) (i % strategies.size())),
                  options.seed() + 100 + i,
                  weak && i / strategies.size() % 2 == 1 ? "weak" : "sc"));
      progress("explore");
    }
    confirmAll();
    Systematic.Explored systematic = new Systematic.Explored(0, -1, false);
    if ((inProcess || how.isSystematic()) && !exploreOver()) {
      systematic =
          parts
              .systematic()
              .explore(
                  parts.target(),
                  input,
                  options.preemptions(),
                  Math.max(0, options.schedules() - random),
                  this::exploreOver,
                  run -> look(run, input));
      confirmAll();
    }
    synchronized (this) {
      schedules += systematic.schedules();
      count(systematic.counts());
      explored =
          new Explored(
              schedules,
              inProcess
                  ? how.text() + ", in one JVM"
                  : how.text() + (weak ? ", half of those at random with stale values" : ""),
              systematic.bound(),
              systematic.exhausted());
    }
    save();
  }

  private boolean exploreOver() {
    return deadline.passed(EXPLORE_SHARE) || done();
  }

  private synchronized boolean done() {
    return options.stopAtFirst() && (!findings.isEmpty() || !suspects.isEmpty());
  }

  // ---- every controlled run

  /** Runs and looks; null if the run left no outcome, which is counted. */
  private TargetRunner.@Nullable Result run(Map<AgentOption, String> o, Path input)
      throws IOException, InterruptedException {
    TargetRunner.Result result;
    try {
      result = parts.target().run(o);
    } catch (IOException e) {
      console.detail(String.valueOf(e.getMessage()));
      count("runsWithoutOutcome", 1);
      return null;
    }
    look(result, input);
    return result;
  }

  private void look(TargetRunner.Result result, Path input)
      throws IOException, InterruptedException {
    learn(result.folder());
    Outcome outcome = result.outcome();
    count("controlledRuns", 1);
    count(outcome.counts());
    synchronized (this) {
      decisions = Math.max(decisions, outcome.choices());
    }
    if (result.timedOut()) {
      count("timedOut", 1);
    }
    List<Failure> failures = oracles.judge(result);
    if (failures.isEmpty()) {
      return;
    }
    if (!outcome.valid()) {
      count("failuresUnvalidated", 1);
      return;
    }
    Suspect suspect = Suspect.of(input, result, failures.get(0), known(result, input));
    synchronized (this) {
      if (parts.systematic().inOneJvm() || suspected.add(suspect.key())) {
        suspects.add(suspect);
      }
    }
  }

  private static List<Candidate> known(TargetRunner.Result result, Path input) throws IOException {
    List<Candidate> known = new ArrayList<>();
    for (Path p : new Path[] {result.folder(), input}) {
      Path file = p.resolve(CandidatesFile.NAME);
      if (Files.exists(file)) {
        known.addAll(CandidatesFile.read(file));
      }
    }
    return known;
  }

  private void learn(Path run) throws IOException {
    Path file = run.resolve(RacesFile.NAME);
    if (Files.exists(file)) {
      List<RaceReport> found = RacesFile.read(file);
      synchronized (this) {
        races.add(found);
        RacesFile.write(folder.resolve(RacesFile.NAME), races.all());
      }
    }
  }

  private void count(Map<String, Long> more) {
    more.forEach(this::count);
  }

  private synchronized void count(String name, long n) {
    if (name.startsWith("classes")) {
      counts.merge(name, n, Math::max); // the same classes in every run
    } else {
      counts.merge(name, n, Long::sum);
    }
  }

  // ---- findings

  private void confirmAll() throws IOException, InterruptedException {
    Confirmation c = Objects.requireNonNull(confirmation);
    while (true) {
      List<Suspect> alike;
      synchronized (this) {
        if (suspects.isEmpty() || (options.stopAtFirst() && !findings.isEmpty())) {
          suspects.clear();
          break;
        }
        alike = alike();
        suspects.removeAll(alike);
      }
      progress("confirm");
      Finding finding = weakest(c, alike);
      if (finding != null) {
        c.accept(finding);
        explain(finding);
      }
      save();
    }
    save();
  }

  /**
   * The first suspect; in one JVM all that show the same failure, for an exploration finds it with
   * many values of loads.
   */
  private List<Suspect> alike() {
    Suspect first = suspects.get(0);
    String failure = Suspect.signature(first.failure());
    return parts.systematic().inOneJvm()
        ? suspects.stream().filter(s -> Suspect.signature(s.failure()).equals(failure)).toList()
        : List.of(first);
  }

  /** Of suspects in the order of their causes, the finding with the weakest class; or null. */
  private @Nullable Finding weakest(Confirmation c, List<Suspect> alike)
      throws IOException, InterruptedException {
    Finding best = null;
    for (Suspect s : alike) {
      if (best != null && !best.memoryClass().equals(Kind.FUTURE_OPTIMIZER.text)) {
        break;
      }
      Confirmation.Verdict v = c.confirm(s);
      Finding f = v.finding();
      if (f != null && (best == null || !f.memoryClass().equals(best.memoryClass()))) {
        c.setAside(f);
        best = f;
      } else if (v.discarded() != null && best == null) {
        synchronized (this) {
          discarded.add(v.discarded());
        }
      }
    }
    return best;
  }

  private void explain(Finding finding) throws IOException, InterruptedException {
    synchronized (this) {
      if (findings.putIfAbsent(finding.key(), finding) != null) {
        return;
      }
    }
    save();
    Path home = folder.resolve("failures").resolve(finding.id());
    Finding explained = finding;
    try {
      explained =
          finding.explained(
              parts
                  .explainer()
                  .explain(
                      parts.target(),
                      home,
                      Confirmation.options(
                          home, finding.options().getOrDefault(AgentOption.INJECT.text, "")),
                      finding,
                      options.encoding()));
    } catch (Explainer.Unexplained e) {
      notes.add(finding.id() + " is not explained: " + e.getMessage());
    }
    ReportFile.writeFailure(home.resolve(ReportFile.FAILURE), explained);
    synchronized (this) {
      findings.put(finding.key(), explained);
    }
  }

  // ---- report

  private void progress(String stage) {
    String state;
    synchronized (this) {
      state =
          races.all().size()
              + " races · "
              + book.all().size()
              + " candidates · "
              + findings.size()
              + " failures · "
              + Durations.text(deadline.left())
              + " left";
    }
    console.progress(stage, state);
  }

  private void save() throws IOException {
    saver.save(report(ExitCode.OK));
  }

  private synchronized RunReport report(int exit) {
    counts.put("candidatesRepeated", book.left());
    List<Discarded> all = new ArrayList<>(discarded);
    if (!unvalidated.isEmpty()) {
      all.add(
          new Discarded(
              "unvalidated",
              List.copyOf(unvalidated),
              "no store that races with the load wrote the value later"));
    }
    return new RunReport(
        verb,
        shownFolder,
        exit,
        jdk,
        races.all(),
        book.tried(),
        List.copyOf(findings.values()),
        all,
        explored,
        new TreeMap<>(counts),
        canary,
        List.copyOf(notes));
  }
}
