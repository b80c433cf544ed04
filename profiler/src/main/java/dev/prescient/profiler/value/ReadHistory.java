package dev.prescient.profiler.value;

import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.List;

/**
 * The loads of one racy variable that a later store may turn out to race with (R[x] in Prescient
 * Memory, ISMM 2016, section 3). Of a thread's loads at one site, as in a spin loop, the first few
 * and the last are kept.
 *
 * <p>State: {@code reads} is guarded by the owner of the history.
 */
public final class ReadHistory {
  private static final int SITES = 4;

  private final int limit;
  private final List<Read> reads = new ArrayList<>(2);

  /**
   * An empty history.
   *
   * @param limit loads kept per thread and site, 1..1024
   */
  public ReadHistory(int limit) {
    this.limit = limit;
  }

  /**
   * Appends a load.
   *
   * @return whether another one was forgotten
   */
  public boolean add(Read read) {
    int same = 0;
    int last = -1;
    for (int i = 0; i < reads.size(); i++) {
      Occurrence load = reads.get(i).load();
      if (load.site() == read.load().site() && load.thread().equals(read.load().thread())) {
        same++;
        last = i;
      }
    }
    boolean drop = same >= limit || reads.size() >= SITES * limit;
    if (drop) {
      reads.remove(same >= limit ? last : 0);
    }
    reads.add(read);
    return drop;
  }

  /** The loads that are not ordered before the present of {@code u}, a storing thread. */
  public List<Read> racing(ThreadState u) {
    List<Read> racing = new ArrayList<>();
    for (Read r : reads) {
      if (!u.knows(r.epoch())) {
        racing.add(r);
      }
    }
    return racing;
  }
}
