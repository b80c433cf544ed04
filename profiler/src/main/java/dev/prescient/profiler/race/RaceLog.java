package dev.prescient.profiler.race;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.site.Site;
import dev.prescient.profiler.race.RaceReport.RacyObject;
import dev.prescient.profiler.race.RaceReport.ThreadStart;
import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.Stacks;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.race.Allocations;
import dev.prescient.runtime.race.IteratorState;
import dev.prescient.runtime.race.ObjectState;
import dev.prescient.runtime.race.RaceSink;
import dev.prescient.runtime.race.Races;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The races of this JVM as reports: one for each cause, up to {@code max-reports}. Any mode that
 * weaves FastTrack's checks installs it and asks for the reports at the end.
 *
 * <p>State: {@code found} and {@code objects} are guarded by this object's monitor; the order is
 * that of detection.
 */
public final class RaceLog implements RaceSink {
  /** What happens after a report, beside its being kept. */
  public interface Listener {
    /** A race was found; called on its thread, with hooks off. */
    void found(RaceReport report);
  }

  private static final Site UNKNOWN = new Site(0, "unknown", "unknown", "()V", -1, -1, null, null);

  private final AgentContext context;
  private final Suppressions suppressions;
  private final Baseline baseline;
  private final Listener listener;
  private final int max;
  private final int stackDepth;
  private final ObjectNames objects = new ObjectNames();
  private final Map<String, Found> found = new LinkedHashMap<>();

  /** A report and the pairs of sites that it stands for. */
  private static final class Found {
    RaceReport report;
    final List<Pair> pairs = new ArrayList<>();

    Found(RaceReport report) {
      this.report = report;
    }
  }

  private record Pair(int firstSite, boolean firstWrites, int secondSite, boolean secondWrites) {
    long count() {
      return Math.max(1, Races.count(firstSite, firstWrites, secondSite, secondWrites));
    }
  }

  private RaceLog(AgentContext context, Listener listener) throws IOException {
    this.context = context;
    this.suppressions = Suppressions.of(context.options());
    this.baseline = Baseline.of(context.options());
    this.listener = listener;
    this.max = (int) context.options().number(AgentOption.MAX_REPORTS);
    this.stackDepth = (int) context.options().number(AgentOption.STACK_DEPTH);
  }

  /**
   * Starts collecting. Called once, before the program starts.
   *
   * @throws AgentOptions.Invalid if there is no such suppression file or baseline, or one is wrong
   * @throws dev.prescient.profiler.json.JsonFormatException if the baseline is no file of ours
   */
  public static RaceLog install(AgentContext context, Listener listener) throws IOException {
    RaceLog log = new RaceLog(context, listener);
    Stacks.keep(log.stackDepth == 0 ? 0 : (int) context.options().number(AgentOption.HISTORY));
    Races.install(log);
    return log;
  }

  /** The reports so far with their counts. */
  public synchronized List<RaceReport> reports() {
    List<RaceReport> reports = new ArrayList<>();
    for (Found f : found.values()) {
      long count = 0;
      for (Pair pair : f.pairs) {
        count += pair.count();
      }
      reports.add(f.report.counted(f.report.id(), count));
    }
    return reports;
  }

  /** Adds what was left out to the counts of the run. Called once, at the end. */
  public void countWhatIsLeftOut() {
    context.counts().add("racesUntold", Races.untold());
    if (Races.reclaims() > 0) {
      context.counts().add("racesOfReclaiming", Races.reclaims());
    }
  }

  /** Lines of the suppression file that covered nothing. */
  public List<String> unusedSuppressions() {
    return suppressions.unused();
  }

  @Override
  public void race(
      @Nullable Object o,
      int field,
      int index,
      boolean firstWrites,
      long firstEpoch,
      int firstSite,
      boolean secondWrites,
      int secondSite,
      ThreadState t) {
    RaceReport report;
    synchronized (this) {
      t.name = Thread.currentThread().getName();
      Access first = first(o, index, firstWrites, firstEpoch, firstSite);
      Access second = second(secondWrites, secondSite, t);
      Variable v = variable(o, field, firstSite, secondSite);
      List<ThreadStart> threads = threads(ThreadState.byTid(Epoch.tid(firstEpoch)), t);
      report = report(v, o, field == 0 ? index : -1, first, second, threads);
      Pair pair = new Pair(firstSite, firstWrites, secondSite, secondWrites);
      Found known = found.get(report.cause());
      if (known != null) {
        known.pairs.add(pair);
        if (first.kept().compareTo(known.report.first().kept()) < 0) { // more is known of this one
          known.report = judged(report.counted(known.report.id(), 1), firstSite, secondSite);
        }
        return;
      }
      if (found.size() >= max) {
        context.counts().add("racesBeyondMaxReports", 1);
        return;
      }
      report = judged(report.counted("R" + (found.size() + 1), 1), firstSite, secondSite);
      Found fresh = new Found(report);
      fresh.pairs.add(pair);
      found.put(report.cause(), fresh);
    }
    listener.found(report);
  }

  private RaceReport report(
      Variable v,
      @Nullable Object o,
      int index,
      Access first,
      Access second,
      List<ThreadStart> threads) {
    RacyObject object = o == null ? null : object(o, index);
    return new RaceReport(
        "", v.name, v.kind, v.declaration, v.type, 1, first, second, object, threads, "", false);
  }

  private RacyObject object(Object o, int index) {
    Allocations made = Allocations.of(o);
    String path = made == null ? null : made.path;
    if (made == null || path == null) {
      return new RacyObject(objects.of(o), index, "", List.of());
    }
    Site site = site(made.site);
    Throwable taken = made.stack;
    StackFrames stack = taken == null ? StackFrames.NONE : StackFrames.of(taken, site, stackDepth);
    return new RacyObject(
        objects.of(o),
        index,
        path,
        stack.frames().isEmpty()
            ? List.of(site.qualifiedMethod() + "(" + site.location() + ")")
            : stack.frames());
  }

  /** A report with what suppressions, annotations and the baseline say of it. */
  private RaceReport judged(RaceReport r, int firstSite, int secondSite) {
    String excuse =
        benign(r.declaration(), site(firstSite), site(secondSite))
            .or(() -> suppressions.covers(r))
            .orElse("");
    return r.judged(excuse, baseline.knows(r));
  }

  private Optional<String> benign(String declaration, Site first, Site second) {
    List<String> places = new ArrayList<>();
    if (declaration.contains(":")) {
      places.add(declaration);
      places.add(declaration.substring(0, declaration.lastIndexOf('.', declaration.indexOf(':'))));
    }
    for (Site s : List.of(first, second)) {
      places.add(s.className());
      places.add(s.className() + "." + s.method() + s.descriptor());
    }
    return places.stream()
        .filter(context.sites()::isBenign)
        .findFirst()
        .map(p -> "@BenignRace on " + p.split("[:(]", 2)[0].replace('/', '.'));
  }

  private record Variable(String name, RaceReport.Kind kind, String declaration, String type) {}

  private Variable variable(@Nullable Object o, int field, int firstSite, int secondSite) {
    if (field < 0 && o != null) {
      boolean whole = field == ObjectState.WHOLE;
      String name = (whole ? ObjectState.reported(o) : IteratorState.reported(o)).getName();
      return new Variable(name, RaceReport.Kind.OBJECT, name.replace('.', '/'), name);
    }
    if (field == 0) {
      Class<?> c = o == null ? Object[].class : o.getClass();
      String name =
          Stream.of(secondSite, firstSite)
              .map(context.sites()::arrayName)
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(c.getTypeName());
      return new Variable(
          name,
          RaceReport.Kind.ARRAY,
          c.getName().replace('.', '/'),
          Objects.requireNonNullElse(c.getComponentType(), Object.class).getTypeName());
    }
    String detail = site(secondSite).detail(); // of a reflective access, the call
    String declaration =
        detail != null && detail.indexOf(':') > 0 ? detail : FieldTable.declaration(field);
    int colon = Math.max(0, declaration.lastIndexOf(':'));
    return new Variable(
        declaration.substring(0, colon).replace('/', '.'),
        o == null ? RaceReport.Kind.STATIC : RaceReport.Kind.FIELD,
        declaration,
        TypeNames.source(declaration.substring(colon + 1)));
  }

  private Access first(@Nullable Object o, int index, boolean write, long epoch, int siteId) {
    Site site = site(siteId);
    ThreadState t = ThreadState.byTid(Epoch.tid(epoch));
    Stacks.Kept kept = t == null ? null : Stacks.of(siteId, t.path);
    StackFrames stack =
        kept == null ? StackFrames.NONE : StackFrames.of(kept.stack, site, stackDepth);
    if (kept == null || stack.frames().isEmpty()) {
      return access(write, site, t, epoch, Access.Kept.NOTHING, StackFrames.NONE, List.of());
    }
    List<Object> locks = new ArrayList<>();
    for (WeakReference<?> lock : kept.locks) {
      locks.add(lock.get());
    }
    boolean isThis = kept.isOf(o, index, epoch);
    return access(
        write, site, t, epoch, isThis ? Access.Kept.THIS : Access.Kept.ANOTHER, stack, locks);
  }

  private Access second(boolean write, int siteId, ThreadState t) {
    Site site = site(siteId);
    StackFrames stack = StackFrames.of(new Throwable(), site, stackDepth);
    return stack.frames().isEmpty()
        ? access(write, site, t, t.epoch, Access.Kept.NOTHING, stack, List.of())
        : access(write, site, t, t.epoch, Access.Kept.THIS, stack, Arrays.asList(t.held()));
  }

  private Access access(
      boolean write,
      Site site,
      @Nullable ThreadState t,
      long epoch,
      Access.Kept kept,
      StackFrames stack,
      List<? extends @Nullable Object> locks) {
    String path = t == null ? "?" : t.path;
    return new Access(
        write,
        site.location(),
        HexFormat.of().toHexDigits(site.hash()),
        site.qualifiedMethod(),
        path,
        t == null || t.name == null ? "" : t.name,
        Epoch.clock(epoch) + "@T" + path,
        kept,
        stack.frames(),
        stack.detail(),
        locks.stream().map(o -> o == null ? "a dead object" : objects.of(o)).toList());
  }

  /** Where the two threads were started: not the first thread, nor one that the JVM started. */
  private List<ThreadStart> threads(@Nullable ThreadState first, ThreadState second) {
    List<ThreadStart> starts = new ArrayList<>();
    for (ThreadState t :
        first == null || first == second ? List.of(second) : List.of(first, second)) {
      int dot = t.path.startsWith("~") ? -1 : t.path.lastIndexOf('.');
      if (dot > 0) {
        Throwable started = t.started;
        starts.add(
            new ThreadStart(
                t.path,
                t.name == null ? "" : t.name,
                t.path.substring(0, dot),
                started == null ? List.of() : StackFrames.ofStart(started, stackDepth)));
      }
    }
    return starts;
  }

  private Site site(int id) {
    return id > 0 ? context.sites().site(id) : UNKNOWN;
  }
}
