package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.Log;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.RunFolder;
import dev.prescient.profiler.SitesFile;
import dev.prescient.replay.inprocess.Entry;
import dev.prescient.replay.inprocess.EntryMain;
import dev.prescient.replay.inprocess.Frontier;
import dev.prescient.replay.inprocess.Portfolio;
import dev.prescient.replay.inprocess.StaticState;
import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.schedule.ReplayStrategy;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
import dev.prescient.runtime.Exit;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.Journal;
import dev.prescient.runtime.control.Strategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The entry's method under one schedule after the other, all in one JVM. First it runs once without
 * preemption, which loads and initialises its classes; that does not count. Each new kind of
 * failure is left as a run of its own, in a folder below {@code found}; at the end {@code
 * outcome.json} says how far the exploration got, and {@link Frontier} where another JVM may go on.
 *
 * <p>If a recording is given, all runs follow it: their event logs should be the same.
 *
 * <p>State: written by the main thread, and read by the one that ends the JVM, which may be another
 * if the method ends it.
 */
final class RepeatedRuns implements EntryMain.Repeater, Exit.Action {
  /** Runs of their own, each a failure, in the run's folder. */
  static final String FOUND = "found";

  /** How far it is, in the folder of the races: a line that is written anew now and then. */
  static final String PROGRESS = "progress.txt";

  /** Preemptions beyond those asked for that are tried if there is time. */
  private static final int BEYOND = 4;

  private static final long PROGRESS_NS = 500_000_000L;

  /** Where the user gives no other limit, a body is cut after so many points. */
  private static final long STEPS = 200_000;

  private final AgentContext context;
  private final Recording.Header header;
  private final ClassCheck classes;
  private final @Nullable Recording followed;
  private final Path folder;
  private final Path input;
  private final ControlledBody body;
  private final Portfolio schedules;
  private final KeptFailures kept = new KeptFailures();
  private final @Nullable ExploredMemory memory;
  private final RaceDetection races = new RaceDetection();
  private final long startedNs = System.nanoTime();
  private final StaticState statics;
  private volatile boolean running;
  private volatile boolean unclean;
  private final Set<Long> hashes = new HashSet<>();
  private long hash;
  private long left;
  private long ran;
  private long failed;
  private long cut;
  private long unvalidated;
  private long thinAir;
  private int found;
  private long toldNs = startedNs;

  /**
   * The runs of one JVM.
   *
   * @param followed a recording that every run follows; null if each has a schedule of its own
   */
  RepeatedRuns(
      AgentContext context,
      Recording.Header header,
      ClassCheck classes,
      @Nullable Recording followed)
      throws IOException {
    this.context = context;
    this.header = header;
    this.classes = classes;
    this.followed = followed;
    folder = RunFolder.make(context.options());
    statics = new StaticState(context.inst());
    input = Path.of(context.options().text(AgentOption.RUN));
    body =
        new ControlledBody(
            context.sites(), header.seed(), header.baseMillis(), steps(context), this::lost);
    memory =
        followed != null || context.options().text(AgentOption.MEMORY).equals("sc")
            ? null
            : ExploredMemory.of(context);
    races.begin(context, folder);
    int preemptions = (int) context.options().number(AgentOption.PREEMPTIONS);
    schedules =
        new Portfolio(
            header,
            Frontier.read(input, preemptions + BEYOND),
            context.options().text(AgentOption.STRATEGY),
            context.options().text(AgentOption.RACE),
            preemptions,
            context.options().number(AgentOption.SCHEDULES));
  }

  static long steps(AgentContext context) {
    long given = context.options().number(AgentOption.STEPS);
    return context.options().origin(AgentOption.STEPS).equals("default") ? STEPS : given;
  }

  @Override
  public void run(Entry entry) throws Entry.Unknown {
    ThreadState here = ThreadState.current();
    here.busy++;
    boolean fresh = context.options().on(AgentOption.FRESH_LOADER);
    unclean = !WarmUp.run(body, entry, statics, classes, fresh);
    Exit.install(this);
    WarmUp.mute();
    Optional<Strategy> next = next();
    while (next.isPresent()) {
      Entry anew = fresh ? entry.reloaded() : entry;
      one(anew, next.get());
      if (fresh) {
        anew.close();
      }
      next = next();
    }
    Runtime.getRuntime().halt(0);
  }

  private Optional<Strategy> next() {
    if (!more()) {
      return Optional.empty();
    }
    Recording same = followed;
    if (same == null) {
      return schedules.next();
    }
    boolean again = ran < context.options().number(AgentOption.SCHEDULES);
    return again ? Optional.of(new ReplayStrategy(same)) : Optional.empty();
  }

  private boolean more() {
    long now = System.nanoTime();
    if (now - toldNs > PROGRESS_NS) {
      toldNs = now;
      progress();
    }
    boolean enough = failed > 0 && context.options().on(AgentOption.HALT_ON_ERROR);
    long ms = (now - startedNs) / 1_000_000L;
    if (ms > context.options().number(AgentOption.BUDGET) / 2) {
      schedules.halfTime();
    }
    return !unclean && !enough && ms < context.options().number(AgentOption.BUDGET);
  }

  private void one(Entry entry, Strategy strategy) {
    plan();
    ControlledBody.Ended ended = body(entry, strategy, schedules.learns());
    left += strategy instanceof ReplayStrategy r && followed != null && r.diverged() > 0 ? 1 : 0;
    look(ended.outcome(), entry);
  }

  private ControlledBody.Ended body(Entry entry, Strategy strategy, boolean everyChoice) {
    statics.restore(classes.seen());
    running = true;
    ControlledBody.Ended ended = body.run(entry::run, strategy, everyChoice);
    running = false;
    unclean |= !ended.clean();
    return ended;
  }

  private void plan() {
    ExploredMemory m = memory;
    if (m != null) {
      schedules
          .prefix()
          .ifPresentOrElse(p -> m.follow(p.choices()), () -> m.wander(header.seed() + ran));
    }
  }

  private void look(Outcome ended, @Nullable Entry entry) {
    Outcome outcome = memory == null ? ended : memory.ended(ended);
    ran++;
    schedules.took(outcome.choices());
    boolean whole = outcome.counts().getOrDefault("cut", 0L) == 0;
    cut += whole ? 0 : 1;
    unvalidated += outcome.valid() ? 0 : 1;
    boolean fails = outcome.valid() && !outcome.failures().isEmpty();
    hash = outcome.hash();
    if (followed != null) {
      hashes.add(hash);
    }
    failed += fails ? 1 : 0;
    long[] entries = fails || schedules.learns() ? Journal.drain() : new long[0];
    learn(entries, whole);
    if (fails && kept.mayAdd(outcome)) {
      Path home = keep(outcome, entries);
      Cause cause =
          entry == null || unclean ? outcome.cause() : cause(outcome, home, entry, entries);
      thinAir += cause == Cause.THIN_AIR ? 1 : 0;
      settle(home, kept.add(outcome, cause), cause);
    }
  }

  private Cause cause(Outcome outcome, Path home, Entry entry, long[] entries) {
    ExploredMemory m = memory;
    if (m == null || outcome.cause() == Cause.ORDER) {
      return outcome.cause();
    }
    Recording same =
        new Recording(
            header,
            JournalDrain.choices(entries, context.sites()),
            List.of(),
            Map.of(),
            Map.of(),
            0,
            false);
    return m.cause(outcome, home, () -> body(entry, new ReplayStrategy(same), false).outcome());
  }

  /** A kept run's folder tells its cause, or goes. */
  private void settle(Path home, boolean stays, Cause cause) {
    try {
      if (stays) {
        Files.move(home, home.resolveSibling(cause.rank + "-" + home.getFileName()));
      } else {
        RunFolder.delete(home);
      }
    } catch (IOException e) {
      Log.error("cannot change " + home + ": " + e);
    }
  }

  private void learn(long[] entries, boolean whole) {
    ExploredMemory m = memory;
    boolean learns = schedules.learns();
    List<Recording.Choice> choices =
        learns ? JournalDrain.choices(entries, context.sites()) : List.of();
    if (m == null) {
      schedules.ran(choices, whole);
      return;
    }
    List<Recording.Choice> told = m.told(choices);
    BitSet branched = schedules.ran(told, whole);
    int price = schedules.prefix().map(ContextBound.Prefix::price).orElse(0);
    schedules.add(m.found(told, branched, price));
  }

  /** Leaves a failure as what a process that followed this schedule would have left. */
  private Path keep(Outcome outcome, long[] entries) {
    Path home = folder.resolve(FOUND).resolve(String.format(Locale.ROOT, "%04d", ++found));
    try {
      Files.createDirectories(home.resolve("trace"));
      try (RecordingWriter writer = new RecordingWriter(home.resolve(Recording.NAME), header)) {
        classes.copyTo(writer);
        JournalDrain journal = new JournalDrain(writer, context.sites(), null);
        journal.write(entries);
        SitesFile.write(home.resolve(SitesFile.NAME), journal.sites());
      }
      if (memory != null) {
        memory.keep(home);
      }
      OutcomeFile.write(home.resolve(OutcomeFile.NAME), outcome);
    } catch (IOException e) {
      Log.error("cannot write to " + home + ": " + e);
    }
    return home;
  }

  private void progress() {
    try {
      Files.writeString(
          input.resolve(PROGRESS), ran + " " + failed + " " + schedules.bound() + "\n");
    } catch (IOException e) {
      // a convenience only
    }
  }

  // ----------------------------------------------------------------------------------------- end

  /** The watchdog's: the first thread of a run that is over does not come back. */
  private void lost() {
    unclean = true;
    Runtime.getRuntime().halt(0);
  }

  @Override
  public int atExit(int status) {
    body.end();
    if (running) { // the method ended the JVM
      look(body.exited(status), null);
    }
    Map<String, Long> counts = new TreeMap<>();
    counts.put("schedules", ran);
    counts.put("failedSchedules", failed);
    counts.put("bound", (long) schedules.exhaustedBound() + 1);
    counts.put("done", schedules.done() ? 1L : 0L);
    counts.put("diverged", schedules.diverged());
    if (followed != null) {
      counts.put("distinct", (long) hashes.size());
      counts.put("left", left);
    }
    counts.put("cut", cut);
    counts.put("unvalidated", unvalidated);
    counts.put("thinAir", thinAir);
    counts.put("loadsNotTried", memory == null ? 0 : memory.notTried());
    counts.put("staticObjects", Math.max(0, statics.size()));
    counts.put("staticObjectsLeft", statics.size() < 0 ? 1L : 0L);
    counts.put("unclean", unclean ? 1L : 0L);
    try {
      races.atExit(folder);
      if (followed == null) {
        schedules.left().write(input);
      }
      OutcomeFile.write(
          folder.resolve(OutcomeFile.NAME),
          new Outcome(0, List.of(), List.of(), null, 0, 0, 0, hash, schedules.exhausted(), counts));
      long ms = (System.nanoTime() - startedNs) / 1_000_000L;
      AgentFile.write(folder.resolve(AgentFile.NAME), AgentFile.of(context, 0, ms, List.of()));
    } catch (IOException e) {
      Log.error("cannot write to " + folder + ": " + e);
    }
    return 0;
  }
}
