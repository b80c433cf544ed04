package dev.prescient.replay.memory;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidateTable;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.profiler.value.IdentityTable;
import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.ObjectNames;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Read;
import dev.prescient.profiler.value.Value;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.memory.MemoryModel;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory model of one controlled run: write histories of all racy variables, and on demand the
 * PM-profiler (run 1 of Prescient Memory, ISMM 2016, section 3), injected candidates with their
 * validation (run 2), and an adversary that picks visible old values by itself (Adversarial Memory,
 * PLDI 2010). Departs from the paper: one read history and one write history per variable serve all
 * three, and a guess that is a visible old value when its load comes is legal at once.
 *
 * <p>State: everything is guarded by this object's monitor. Only the thread that holds the
 * scheduler's token gets here; the monitor is for threads that the scheduler does not know.
 */
public final class MemoryRun implements MemoryModel {
  private static final int FIRST_TID = 1;
  private static final int MAX_CANDIDATES = 10_000;
  private static final int MAX_ADVERSARIAL = 1_000;

  private final SiteTable siteTable;
  private final int limit;
  private final boolean profile;
  private final @Nullable Adversary adversary;
  private final @Nullable Long probe;
  private final List<SpeculativeRead> speculative;
  private final List<SpeculativeRead> adversarial = new ArrayList<>();

  private final IdentityTable<Variable> variables = new IdentityTable<>();
  private final ObjectNames names = new ObjectNames();
  private final CandidateTable candidates = new CandidateTable(MAX_CANDIDATES);
  private final Map<String, Long> counts = new TreeMap<>();
  private @Nullable AccessSite[] sites = new AccessSite[64];
  private @Nullable ThreadMemory[] threads = new ThreadMemory[8];
  private long order;

  MemoryRun(
      SiteTable siteTable,
      int limit,
      boolean profile,
      @Nullable Adversary adversary,
      @Nullable Long probe,
      List<SpeculativeRead> speculative) {
    this.siteTable = siteTable;
    this.limit = limit;
    this.profile = profile;
    this.adversary = adversary;
    this.probe = probe;
    this.speculative = List.copyOf(speculative);
  }

  /**
   * The model that the options ask for: {@code mode=profile} keeps read histories, {@code inject}
   * and {@code off} name candidates of {@code run}, {@code memory=weak} turns the adversary on.
   *
   * @throws AgentOptions.Invalid if a candidate is not among those of the run, or cannot be read
   */
  public static MemoryRun open(AgentContext context) {
    AgentOptions o = context.options();
    String probe = o.text(AgentOption.PROBE);
    try {
      return new MemoryRun(
          context.sites(),
          (int) o.number(AgentOption.VALUES),
          o.mode().equals("profile"),
          o.text(AgentOption.MEMORY).equals("weak")
              ? new Adversary(o.number(AgentOption.SEED))
              : null,
          probe.isEmpty() ? null : Long.valueOf(probe),
          injected(o));
    } catch (NumberFormatException e) {
      throw new AgentOptions.Invalid("agent option probe=" + probe + ": expected a number.");
    }
  }

  private static List<SpeculativeRead> injected(AgentOptions o) {
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String id : o.list(AgentOption.INJECT)) {
      wanted.put(id, "");
    }
    for (String off : o.list(AgentOption.OFF)) {
      int at = off.indexOf('@');
      if (at < 0) {
        throw new AgentOptions.Invalid(
            "agent option off=" + off + ": expected a candidate, @ and a thread, as in C1@0.2.");
      }
      wanted.put(off.substring(0, at), off.substring(at + 1));
    }
    if (wanted.isEmpty()) {
      return List.of();
    }
    Path file = Path.of(o.text(AgentOption.RUN)).resolve(CandidatesFile.NAME);
    List<Candidate> known;
    try {
      known = CandidatesFile.read(file);
    } catch (IOException e) {
      throw new AgentOptions.Invalid("cannot read the candidates: " + e.getMessage());
    }
    List<SpeculativeRead> injected = new ArrayList<>();
    wanted.forEach(
        (id, thread) ->
            injected.add(
                new SpeculativeRead(
                    known.stream()
                        .filter(c -> c.id().equals(id))
                        .findFirst()
                        .orElseThrow(
                            () ->
                                new AgentOptions.Invalid(
                                    "there is no candidate " + id + " in " + file + ".")),
                    thread.isEmpty() ? null : thread)));
    return injected;
  }

  @Override
  public synchronized void beforeWrite(ThreadState t, @Nullable Object owner, long key, int site) {
    if (owner != null
        && owner.getClass().isArray()
        && key >= 0
        && key < Array.getLength(owner)
        && variables.get(owner, key) == null) {
      create(owner, key, at(site), element(owner, (int) key));
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
    store(t, owner, key, LiveValue.of(Variable.narrow(at(site).type(), bits), null), null, site);
  }

  @Override
  public synchronized void wroteReference(
      ThreadState t, Object owner, long key, @Nullable Object value, int site) {
    store(t, owner, key, LiveValue.of(0, value), value, site);
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
    order++;
    ThreadMemory m = memory(t);
    int n = m.visit(site);
    List<Write> visible = x.writes().visible(t);
    if (profile) {
      profile(m, x, at, site, n, visible);
    }
    for (SpeculativeRead s : at.speculative()) {
      if (s.at(t, x, n)) {
        return inject(s, m, owner, x, at, site, visible);
      }
    }
    Write from = adversary == null ? null : chosen(adversary, m, x, at, site, n, visible);
    m.readFrom(site, at.hash(), (from == null ? x.writes().latest() : from).chain());
    return from == null ? null : from.value();
  }

  private @Nullable LiveValue inject(
      SpeculativeRead s,
      ThreadMemory m,
      Object owner,
      Variable x,
      AccessSite at,
      int site,
      List<Write> visible) {
    Write latest = x.writes().latest();
    s.seen = value(x, latest.value()).text();
    LiveValue v = live(s.candidate.value(), owner);
    if (s.off()) {
      m.pastOffGuess = true;
      return v == null ? null : watch(s, m, x, v);
    }
    boolean kept = s.candidate.kind() == Candidate.Kind.FUTURE || !m.pastOffGuess;
    if (v == null || latest.value().same(v) || !kept) {
      settle(s, v == null ? Fate.NOT_VISIBLE : Fate.NO_EFFECT);
      m.readFrom(site, at.hash(), latest.chain());
      return null;
    }
    for (int i = visible.size() - 1; i >= 0; i--) {
      Write w = visible.get(i);
      if (w.value().same(v)) {
        s.legal(x, validating(w));
        m.readFrom(site, at.hash(), w.chain());
        return w.value();
      }
    }
    if (s.candidate.kind() == Candidate.Kind.STALE) {
      settle(s, Fate.NOT_VISIBLE);
      m.readFrom(site, at.hash(), latest.chain());
      return null;
    }
    s.speculate(m.thread, x, v);
    return v;
  }

  /** A guess that is off: justified too by a store of its writer that came before. */
  private @Nullable LiveValue watch(SpeculativeRead s, ThreadMemory m, Variable x, LiveValue v) {
    s.speculate(m.thread, x, v);
    for (Write w : x.writes().all()) {
      ValidatingStore store = validating(w);
      if (store != null
          && store.store().thread().equals(s.offUntilWrittenBy)
          && w.value().same(v)) {
        s.legal(x, store);
      }
    }
    return probe == null || x.type() == 'L'
        ? null
        : LiveValue.of(Variable.narrow(x.type(), probe), null);
  }

  private static @Nullable ValidatingStore validating(Write w) {
    return w.store() == null ? null : new ValidatingStore(w.store(), w.site(), w.chain());
  }

  /** A held value that once took effect stays valid when it has to be given up. */
  private static void settle(SpeculativeRead s, Fate fate) {
    if (s.fate != Fate.VALIDATED) {
      s.fate = fate;
    }
  }

  private @Nullable Write chosen(
      Adversary adversary,
      ThreadMemory m,
      Variable x,
      AccessSite at,
      int site,
      int n,
      List<Write> visible) {
    Write w = adversary.choose(visible, m.last(site));
    Write latest = x.writes().latest();
    boolean differs = w != null && !w.value().same(latest.value());
    if (differs && adversarial.size() >= MAX_ADVERSARIAL) {
      count("adversarialDropped");
      differs = false;
    }
    m.setLast(site, w != null && differs ? w : latest);
    if (w == null || !differs) {
      return null;
    }
    SpeculativeRead s =
        new SpeculativeRead(
            new Candidate(
                "A" + (adversarial.size() + 1),
                Candidate.Kind.STALE,
                false,
                x.name(),
                x.declaration(),
                new Occurrence(m.thread.path, at.hash(), n),
                at.location(),
                w.store(),
                w.site(),
                value(x, w.value())),
            null);
    s.seen = value(x, latest.value()).text();
    s.legal(x, validating(w));
    adversarial.add(s);
    return w;
  }

  private void profile(
      ThreadMemory m, Variable x, AccessSite at, int site, int n, List<Write> visible) {
    Occurrence load = new Occurrence(m.thread.path, at.hash(), n);
    Write latest = x.writes().latest();
    List<LiveValue> values = new ArrayList<>(visible.size());
    for (Write w : visible) {
      values.add(w.value());
      Object object = w.value().object();
      if (w.value().same(latest.value()) || (object != null && names.name(object) == null)) {
        continue;
      }
      Value v = value(x, w.value());
      candidates.add(Candidate.Kind.STALE, false, x, load, at.location(), w.store(), w.site(), v);
      if (at.loop() || m.repeats(site)) {
        candidates.add(Candidate.Kind.STALE, true, x, load, at.location(), w.store(), w.site(), v);
      }
    }
    if (x.reads().add(new Read(m.thread.use(), load, at.location(), values, order))) {
      count("readsDropped");
    }
  }

  private void store(
      ThreadState t, Object owner, long key, LiveValue v, @Nullable Object object, int site) {
    AccessSite at = at(site);
    Variable x = variables.get(owner, key);
    if (x == null) {
      x = create(owner, key, at, LiveValue.DEFAULT);
    }
    order++;
    ThreadMemory m = memory(t);
    int n = m.visit(site);
    Occurrence store = new Occurrence(t.path, at.hash(), n);
    names.see(object, store, order);
    if (profile) {
      for (Read r : x.reads().racing(t)) {
        boolean exists = object == null || names.knownBefore(object, r.order());
        if (exists && !r.saw(v)) {
          candidates.add(
              Candidate.Kind.FUTURE,
              false,
              x,
              r.load(),
              r.site(),
              store,
              at.location(),
              value(x, v));
        }
      }
    }
    long chain = m.chain(at.hash(), n);
    for (SpeculativeRead s : speculative) {
      s.validate(t, x, v, new ValidatingStore(store, at.location(), chain));
    }
    Write w = new Write(t.use(), t.snapshot(), v, store, at.location(), chain);
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
  public synchronized List<Outcome.Injected> injections() {
    List<Outcome.Injected> injections = new ArrayList<>();
    for (SpeculativeRead s : used()) {
      ValidatingStore by = s.validation;
      injections.add(
          new Outcome.Injected(
              s.candidate.id(),
              s.fate,
              s.seen,
              by == null ? null : by.store(),
              by == null ? "" : by.site(),
              by == null || !s.guessed() ? 0 : by.chain()));
    }
    return injections;
  }

  /** In a profile the candidates found, else those that were injected, so that a rerun has them. */
  public synchronized List<Candidate> candidates() {
    return profile ? candidates.ranked() : used().stream().map(s -> s.candidate).toList();
  }

  private List<SpeculativeRead> used() {
    List<SpeculativeRead> used = new ArrayList<>(speculative);
    used.addAll(adversarial);
    return used;
  }

  /** What was dropped, and stores that were found only by their effect. */
  public synchronized Map<String, Long> counts() {
    Map<String, Long> all = new TreeMap<>(counts);
    if (candidates.dropped() > 0) {
      all.put("candidatesDropped", candidates.dropped());
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

  /** A candidate's value in this run; null if its object does not exist or does not fit. */
  private @Nullable LiveValue live(Value v, Object owner) {
    if (v.type() != 'L') {
      return LiveValue.of(v.bits(), null);
    }
    if (v.reference() == null) {
      return LiveValue.DEFAULT;
    }
    Object object = names.find(v.reference());
    Class<?> element = owner.getClass().getComponentType();
    return object == null || (element != null && !element.isInstance(object))
        ? null
        : LiveValue.of(0, object);
  }

  private Value value(Variable x, LiveValue v) {
    Object object = v.object();
    if (object == null) {
      return new Value(x.type(), v.bits(), null);
    }
    String name = names.name(object);
    return new Value('L', 0, name == null ? object.getClass().getName() : name);
  }

  private static LiveValue element(Object array, int index) {
    if (array instanceof Object[] objects) {
      return LiveValue.of(0, objects[index]);
    }
    if (array instanceof boolean[] flags) {
      return LiveValue.of(flags[index] ? 1 : 0, null);
    }
    if (array instanceof char[] chars) {
      return LiveValue.of(chars[index], null);
    }
    if (array instanceof float[] floats) {
      return LiveValue.of(Float.floatToRawIntBits(floats[index]), null);
    }
    if (array instanceof double[] doubles) {
      return LiveValue.of(Double.doubleToRawLongBits(doubles[index]), null);
    }
    return LiveValue.of(Array.getLong(array, index), null);
  }

  private AccessSite at(int site) {
    if (site >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site + 1, sites.length * 2));
    }
    AccessSite at = sites[site];
    if (at == null) {
      at = AccessSite.of(siteTable.site(site), siteTable.inLoop(site), speculative);
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
