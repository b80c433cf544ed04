package dev.prescient.profiler.race;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.site.Site;
import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.race.ObjectState;
import dev.prescient.runtime.race.RaceSink;
import dev.prescient.runtime.race.Races;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The races of this JVM as reports: one for each declaration and pair of sites, up to {@code
 * max-reports}. Any mode that weaves FastTrack's checks installs it and asks for the reports at the
 * end.
 *
 * <p>State: {@code found} is guarded by this object's monitor, in the order of detection.
 */
public final class RaceLog implements RaceSink {
  /** What happens after a report, beside its being kept. */
  public interface Listener {
    /** A race was found; called on its thread, with hooks off. */
    void found(RaceReport report);
  }

  private final AgentContext context;
  private final Suppressions suppressions;
  private final Listener listener;
  private final int max;
  private final int stackDepth;
  private final Map<String, Found> found = new LinkedHashMap<>();

  private record Found(RaceReport report, int firstSite, int secondSite) {}

  private RaceLog(AgentContext context, Suppressions suppressions, Listener listener) {
    this.context = context;
    this.suppressions = suppressions;
    this.listener = listener;
    this.max = (int) context.options().number(AgentOption.MAX_REPORTS);
    this.stackDepth = (int) context.options().number(AgentOption.STACK_DEPTH);
  }

  /** Starts collecting. Called once, before the program starts. */
  public static RaceLog install(
      AgentContext context, Suppressions suppressions, Listener listener) {
    RaceLog log = new RaceLog(context, suppressions, listener);
    Races.install(log);
    return log;
  }

  /** The reports so far with their counts. */
  public synchronized List<RaceReport> reports() {
    List<RaceReport> all = new ArrayList<>();
    for (Found f : found.values()) {
      RaceReport r = f.report;
      long count = Math.max(1, Races.count(f.firstSite, f.secondSite));
      all.add(
          new RaceReport(
              r.id(),
              r.variable(),
              r.kind(),
              r.declaration(),
              r.type(),
              count,
              r.first(),
              r.second(),
              r.suppressed()));
    }
    return all;
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
      Variable v = variable(o, field, secondSite);
      String key = v.declaration + " " + firstSite + " " + secondSite;
      if (found.containsKey(key)) {
        return;
      }
      if (found.size() >= max) {
        context.counts().add("racesBeyondMaxReports", 1);
        return;
      }
      t.name = Thread.currentThread().getName();
      Access first = access(firstWrites, firstSite, firstEpoch, List.of(), List.of());
      Access second =
          access(secondWrites, secondSite, t.epoch, StackFrames.here(stackDepth), locks(t));
      report =
          new RaceReport(
              "R" + (found.size() + 1),
              v.name,
              v.kind,
              v.declaration,
              v.type,
              1,
              first,
              second,
              suppressions.covers(v.name, first, second));
      found.put(key, new Found(report, firstSite, secondSite));
    }
    listener.found(report);
  }

  private record Variable(String name, RaceReport.Kind kind, String declaration, String type) {}

  private Variable variable(@Nullable Object o, int field, int site) {
    if (field == ObjectState.WHOLE && o != null) {
      String name = ObjectState.reported(o).getName();
      return new Variable(name, RaceReport.Kind.OBJECT, name.replace('.', '/'), name);
    }
    if (field == 0) {
      Class<?> type = o == null ? Object[].class : o.getClass();
      String name = TypeNames.source(type.getName().replace('.', '/'));
      return new Variable(
          name,
          RaceReport.Kind.ARRAY,
          type.getName().replace('.', '/'),
          TypeNames.source(type.getName().replace('.', '/').substring(1)));
    }
    String detail = site(site).detail(); // of a reflective access, the call
    boolean named = detail != null && detail.indexOf(':') > 0;
    String declaration = named ? detail : FieldTable.declaration(field);
    int colon = declaration.lastIndexOf(':');
    return new Variable(
        declaration.substring(0, colon).replace('/', '.'),
        o == null ? RaceReport.Kind.STATIC : RaceReport.Kind.FIELD,
        declaration,
        TypeNames.source(declaration.substring(colon + 1)));
  }

  private Access access(
      boolean write, int siteId, long epoch, List<String> stack, List<String> locks) {
    Site site = site(siteId);
    ThreadState t = ThreadState.byTid(Epoch.tid(epoch));
    String path = t == null ? "?" : t.path;
    String name = t == null || t.name == null ? "?" : t.name;
    return new Access(
        write,
        site.location(),
        HexFormat.of().toHexDigits(site.hash()),
        site.qualifiedMethod(),
        path,
        name,
        Epoch.clock(epoch) + "@T" + path,
        stack,
        locks);
  }

  private Site site(int id) {
    return id > 0
        ? context.sites().site(id)
        : new Site(0, "unknown", "unknown", "()V", -1, -1, null, null);
  }

  private static List<String> locks(ThreadState t) {
    List<String> locks = new ArrayList<>();
    for (Object o : t.held()) {
      locks.add(TypeNames.source(descriptor(o.getClass())));
    }
    return locks;
  }

  private static String descriptor(Class<?> c) {
    String name = c.getName().replace('.', '/');
    return c.isArray() ? name : "L" + name + ";";
  }
}
