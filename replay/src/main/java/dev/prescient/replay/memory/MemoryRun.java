package dev.prescient.replay.memory;

import dev.prescient.agent.site.SiteTable;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.IdentityTable;
import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.replay.Outcome;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.memory.MemoryModel;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory model of one controlled run: it keeps the histories of all racy variables and asks the
 * profiler and the injector. Departs from the papers: one write history and one read history per
 * variable serve both.
 *
 * <p>State: everything is guarded by this object's monitor. Only the thread that holds the
 * scheduler's token gets here; the monitor is for threads that the scheduler does not know.
 */
final class MemoryRun implements MemoryModel {
  /** The count that tells of a run with injections that is not coherent. */
  static final String INCOHERENT = "incoherent";

  private static final int FIRST_TID = 1;

  private final SiteTable siteTable;
  private final int limit;
  private final RunValues values;
  private final @Nullable Predictor predictor;
  private final Injector injector;

  private final Output output = new Output();
  private final Coherence coherence = new Coherence();
  private final IdentityTable<Variable> variables = new IdentityTable<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private @Nullable AccessSite[] sites = new AccessSite[64];
  private @Nullable ThreadMemory[] threads = new ThreadMemory[8];
  private long order;

  /**
   * A model of a program that has not started.
   *
   * @param limit values kept per variable, 1..1024
   */
  MemoryRun(
      SiteTable siteTable,
      int limit,
      RunValues values,
      @Nullable Predictor predictor,
      Injector injector) {
    this.siteTable = siteTable;
    this.limit = limit;
    this.values = values;
    this.predictor = predictor;
    this.injector = injector;
  }

  @Override
  public synchronized void beforeWrite(ThreadState t, @Nullable Object owner, long key, int site) {
    if (owner == null || variables.get(owner, key) != null) {
      return;
    }
    AccessSite at = at(site);
    if (!at.declaration().startsWith("[")) {
      create(owner, key, at, RunValues.field(owner, at.declaration()));
    } else if (key >= 0 && key < Array.getLength(owner)) {
      create(owner, key, at, RunValues.element(owner, (int) key));
    }
  }

  @Override
  public synchronized long read(ThreadState t, Object owner, long key, long bits, int site) {
    LiveValue other = load(t, owner, key, bits, null, site);
    return other == null ? bits : other.bits();
  }

  @Override
  public synchronized @Nullable Object readReference(
      ThreadState t, Object owner, long key, @Nullable Object value, int site) {
    LiveValue other = load(t, owner, key, 0, value, site);
    return other == null ? value : other.object();
  }

  @Override
  public synchronized void wrote(ThreadState t, Object owner, long key, long bits, int site) {
    store(t, owner, key, Variable.narrow(at(site).type(), bits), null, site);
  }

  @Override
  public synchronized void wroteReference(
      ThreadState t, Object owner, long key, @Nullable Object value, int site) {
    store(t, owner, key, 0, value, site);
  }

  @Override
  public synchronized void writesOut(ThreadState t, int site) {
    if (injector.watches()) {
      Occurrence call = new Occurrence(t.path, siteTable.site(site).hash(), memory(t).visit(site));
      output.add(call, t.use(), ++order);
    }
  }

  /** What the load returns instead of the value found, or null. */
  private @Nullable LiveValue load(
      ThreadState t, Object owner, long key, long bits, @Nullable Object object, int site) {
    AccessSite at = at(site);
    Variable x = variables.get(owner, key);
    if (x == null) {
      x = create(owner, key, at, LiveValue.of(bits, object));
    } else if (!x.writes().latest().value().is(bits, object)) {
      x.writes().reset(LiveValue.of(bits, object));
      count("unseenWrites");
    }
    ThreadMemory m = memory(t);
    Load l = new Load(m, owner, x, at, m.visit(site), x.writes().visible(t), ++order);
    if (predictor != null && predictor.load(l)) {
      count("readsDropped");
    }
    LiveValue v = injector.load(l);
    if (injector.watches()) {
      l.source(v).ifPresent(w -> output.read(w, t.use(), l.order()));
    }
    Object source = injector.asked().isEmpty() ? null : injector.source(l, v);
    if (source != null) {
      coherence.got(t, x, source);
    }
    return v;
  }

  private void store(
      ThreadState t, Object owner, long key, long bits, @Nullable Object object, int site) {
    AccessSite at = at(site);
    Variable x = variables.get(owner, key);
    if (x == null) {
      x = create(owner, key, at, LiveValue.DEFAULT);
    }
    LiveValue v = LiveValue.of(bits, object);
    ThreadMemory m = memory(t);
    Occurrence store = new Occurrence(t.path, at.hash(), m.visit(site));
    values.names.see(object, store, ++order);
    if (predictor != null) {
      predictor.store(t, x, v, object, store, at.location());
    }
    Write w = new Write(t.use(), t.snapshot(), v, store, at.location(), order);
    injector.store(t, x, w);
    if (!injector.asked().isEmpty()) {
      coherence.got(t, x, w);
    }
    if (x.writes().add(w, MemoryRun::knownToAll)) {
      count("valuesDropped");
    }
  }

  /** Whether an epoch is ordered before the present of every thread that can still load. */
  private static boolean knownToAll(long epoch) {
    ThreadState t = ThreadState.byTid(FIRST_TID);
    for (int tid = FIRST_TID; t != null; t = ThreadState.byTid(++tid)) {
      if (!t.ended && !t.knows(epoch)) {
        return false;
      }
    }
    return true;
  }

  /** What became of the injections, those of the adversary last. */
  synchronized List<Outcome.Injected> injections() {
    List<Outcome.Injected> injections = new ArrayList<>();
    for (SpeculativeRead s : injector.all()) {
      injections.add(s.outcome(output));
    }
    return injections;
  }

  /** In a profile the candidates found, else those that were injected, so that a rerun has them. */
  synchronized List<Candidate> candidates() {
    if (predictor instanceof Profiler p) {
      return p.ranked();
    }
    return injector.all().stream().map(SpeculativeRead::named).toList();
  }

  /** What was dropped, and stores that were found only by their effect. */
  synchronized Map<String, Long> counts() {
    Map<String, Long> all = new TreeMap<>(counts);
    if (!coherence.holds()) {
      all.put(INCOHERENT, 1L);
    }
    if (output.dropped() > 0) {
      all.put("outputDropped", output.dropped());
    }
    if (predictor instanceof Profiler p && p.dropped() > 0) {
      all.put("candidatesDropped", p.dropped());
    }
    return all;
  }

  private void count(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  private Variable create(Object owner, long key, AccessSite at, LiveValue initial) {
    Variable x = new Variable(at.declaration(), initial, limit);
    variables.put(owner, key, x);
    return x;
  }

  private AccessSite at(int site) {
    if (site >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site + 1, sites.length * 2));
    }
    AccessSite at = sites[site];
    if (at == null) {
      at = AccessSite.of(site, siteTable, injector.asked());
      sites[site] = at;
    }
    return at;
  }

  private ThreadMemory memory(ThreadState t) {
    if (t.tid >= threads.length) {
      threads = Arrays.copyOf(threads, Math.max(t.tid + 1, threads.length * 2));
    }
    ThreadMemory m = threads[t.tid];
    if (m == null || m.thread != t) {
      m = new ThreadMemory(t);
      threads[t.tid] = m;
    }
    return m;
  }
}
