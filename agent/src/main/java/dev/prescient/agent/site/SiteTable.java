package dev.prescient.agent.site;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sites of a process, numbered densely from 1 in the order of weaving; 0 means no site. A class
 * that is woven twice, or by two loaders, keeps its numbers.
 *
 * <p>State: all collections are guarded by this table's monitor.
 */
public final class SiteTable {
  private final List<Site> sites = new ArrayList<>();
  private final Map<Long, Integer> ids = new HashMap<>();
  private final BitSet loops = new BitSet();
  private final Map<Integer, String> arrays = new HashMap<>();
  private final Set<String> benign = new HashSet<>();

  /** The dense id of a place, new if it has none yet. Parameters as in {@link Site}. */
  public synchronized int intern(
      String className,
      String method,
      String descriptor,
      int index,
      int line,
      @Nullable String file,
      @Nullable String detail) {
    long hash = Site.hash(className, method, descriptor, index);
    Integer known = ids.get(hash);
    if (known != null) {
      return known;
    }
    sites.add(new Site(hash, className, method, descriptor, index, line, file, detail));
    ids.put(hash, sites.size());
    return sites.size();
  }

  /**
   * A site by its dense id.
   *
   * @param id 1..{@link #size()}
   */
  public synchronized Site site(int id) {
    return sites.get(id - 1);
  }

  /** The dense id of a site's hash, or 0 if that place was not woven (yet). */
  public synchronized int id(long hash) {
    return ids.getOrDefault(hash, 0);
  }

  /** Notes that a site lies in a loop of its method: a load there may repeat. */
  public synchronized void markLoop(int id) {
    loops.set(id);
  }

  /** Whether a site was marked as lying in a loop. */
  public synchronized boolean inLoop(int id) {
    return loops.get(id);
  }

  /**
   * Notes through what an array is reached at a site.
   *
   * @param name {@code a.b.C.counts[]}, {@code a.b.C.rows[][]}
   */
  public synchronized void nameArray(int id, String name) {
    arrays.put(id, name);
  }

  /** The name noted for the array at a site, or null. */
  public synchronized @Nullable String arrayName(int id) {
    return arrays.get(id);
  }

  /**
   * Notes that the program says of a declaration that races on it or in it are benign.
   *
   * @param declaration {@code a/b/C}, {@code a/b/C.field:desc} or {@code a/b/C.method(desc)}
   */
  public synchronized void markBenign(String declaration) {
    benign.add(declaration);
  }

  /** Whether a declaration was marked benign. */
  public synchronized boolean isBenign(String declaration) {
    return benign.contains(declaration);
  }

  /** Sites so far. */
  public synchronized int size() {
    return sites.size();
  }

  /** A copy of all sites in the order of their ids. */
  public synchronized List<Site> all() {
    return List.copyOf(sites);
  }
}
