package dev.prescient.runtime.control;

import java.util.Arrays;

/**
 * What a site contributes to the event log's hash: 32 bits of its hash, which is the same in every
 * run, unlike its dense number.
 *
 * <p>State: the array is replaced under this class's monitor when it grows; a racing reader sees an
 * older array and takes 0 for a site woven this moment, which no thread has reached yet.
 */
public final class SiteKeys {
  private static volatile int[] keys = new int[1 << 12];

  private SiteKeys() {}

  /** Called when a site is woven. */
  public static synchronized void put(int site, long hash) {
    int[] k = keys;
    if (site >= k.length) {
      k = Arrays.copyOf(k, Math.max(site + 1, k.length * 2));
    }
    k[site] = (int) (hash ^ hash >>> 32);
    keys = k;
  }

  static int key(int site) {
    int[] k = keys;
    return site >= 0 && site < k.length ? k[site] : 0;
  }
}
