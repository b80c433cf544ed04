package dev.prescient.replay;

import dev.prescient.agent.site.Site;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.EventLog;
import dev.prescient.runtime.control.Journal;
import dev.prescient.runtime.control.Scheduler;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes decisions from the runtime's journal to the recording, every few milliseconds: a run that
 * is killed leaves what came in before.
 *
 * <p>State: guarded by this object's monitor. {@code named} threads are defined in the file.
 */
final class JournalDrain {
  private static final int FLUSH_BYTES = 1 << 16;

  private final RecordingWriter out;
  private final SiteTable sites;
  private final TreeSet<Integer> used = new TreeSet<>();
  private final @Nullable PrintWriter log;
  private int named;

  JournalDrain(RecordingWriter out, SiteTable sites, @Nullable PrintWriter log) {
    this.out = out;
    this.sites = sites;
    this.log = log;
  }

  /** Hands everything so far to the operating system. */
  synchronized void drain() throws IOException {
    write(Journal.drain());
  }

  /** Writes entries of the present run. */
  synchronized void write(long[] entries) throws IOException {
    for (; named < Scheduler.threads(); named++) {
      ControlledThread t = Scheduler.thread(named);
      out.thread(t.path, t.thread.getName());
    }
    int i = 0;
    while (i < entries.length) {
      i = entry(entries, i);
      if (out.pending() >= FLUSH_BYTES) {
        out.flush();
      }
    }
    out.flush();
    if (log != null) {
      log.flush();
    }
  }

  private int entry(long[] e, int i) {
    int kind = (int) (e[i] & 0xFF);
    int count = (int) (e[i] >>> 16);
    String thread = path((int) (e[i + 1] >>> 32));
    int n = (int) (e[i + 2] >>> 32);
    int site = (int) e[i + 2];
    switch (kind) {
      case Journal.CHOICE, Journal.NOTIFY, Journal.VALUE -> {
        if (site != 0) {
          used.add(site);
        }
        out.choice(choice(e, i, sites));
      }
      case Journal.READ -> {} // in the candidates of the run
      case Journal.TIME -> out.time(new Recording.Time(thread, n, e[i + 3]));
      case Journal.MARK -> out.mark(thread, n);
      case Journal.EVENT -> event(thread, n, (int) e[i + 1], site);
      default -> throw new IllegalStateException("journal entry of kind " + kind);
    }
    return i + 3 + count;
  }

  /** The decisions among entries of the present run. */
  static List<Recording.Choice> choices(long[] entries, SiteTable sites) {
    List<Recording.Choice> choices = new ArrayList<>();
    for (int i = 0; i < entries.length; i += 3 + (int) (entries[i] >>> 16)) {
      switch ((int) (entries[i] & 0xFF)) {
        case Journal.CHOICE, Journal.NOTIFY, Journal.VALUE ->
            choices.add(choice(entries, i, sites));
        case Journal.READ -> choices.add(read(entries, i, sites));
        default -> {} // no decision
      }
    }
    return choices;
  }

  private static Recording.Choice choice(long[] e, int i, SiteTable sites) {
    int kind = (int) (e[i] & 0xFF);
    int flags = (int) (e[i] >>> 8 & 0xFF);
    int count = (int) (e[i] >>> 16);
    int site = (int) e[i + 2];
    boolean states = (flags & Journal.STATE) != 0;
    int threads = states ? count / 2 : count;
    boolean value = kind == Journal.VALUE;
    String[] from = new String[value ? (int) e[i + 3] : threads];
    for (int k = 0; k < from.length; k++) {
      from[k] = value ? String.valueOf(k) : path((int) e[i + 3 + k]);
    }
    Site at = site == 0 ? null : sites.site(site);
    return new Recording.Choice(
        value
            ? Recording.Kind.VALUE
            : kind == Journal.NOTIFY ? Recording.Kind.WAITER : Recording.Kind.THREAD,
        path((int) (e[i + 1] >>> 32)),
        (int) (e[i + 2] >>> 32),
        value ? String.valueOf((int) e[i + 1]) : path((int) e[i + 1]),
        (flags & Journal.PREEMPTIVE) != 0,
        (flags & Journal.YIELDS) != 0,
        (flags & Journal.CONTINUES) != 0,
        List.of(from),
        at == null ? 0 : at.hash(),
        at == null ? "" : at.location(),
        states
            ? Recording.States.of(Arrays.copyOfRange(e, i + 3 + threads, i + 3 + count))
            : Recording.States.NONE);
  }

  /** A load; what it might have returned is not in the journal. */
  private static Recording.Choice read(long[] e, int i, SiteTable sites) {
    Site at = sites.site((int) e[i + 2]);
    return new Recording.Choice(
        Recording.Kind.READ,
        path((int) (e[i + 1] >>> 32)),
        (int) (e[i + 2] >>> 32),
        String.valueOf((int) e[i + 1]),
        false,
        false,
        true,
        List.of(),
        at.hash(),
        at.location(),
        Recording.States.of(new long[] {e[i + 3]}));
  }

  /** A line of the log, kept only where it is asked for. */
  private void event(String thread, int n, int kind, int site) {
    PrintWriter to = log;
    if (to != null) {
      String at = site == 0 ? "" : sites.site(site).location();
      to.println(thread + "#" + n + " " + EventLog.word(kind) + " " + at);
    }
  }

  private static String path(int id) {
    return Scheduler.thread(id).path;
  }

  /** The places named so far. */
  synchronized List<Site> sites() {
    return used.stream().map(sites::site).toList();
  }
}
