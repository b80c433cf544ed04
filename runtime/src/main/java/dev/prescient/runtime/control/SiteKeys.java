package dev.prescient.runtime.control;

import java.util.Arrays;

/**
 * What is known of a site without a look into the site table: 32 bits of its hash, which is the
 * same in every run, unlike its dense number, and which variable is accessed there.
 *
 * <p>State: the arrays are replaced under this class's monitor when they grow; a racing reader sees
 * older ones and takes 0 for a site woven this moment, which no thread has reached yet.
 */
public final class SiteKeys {
  private static volatile int[] keys = new int[1 << 12];
  private static volatile int[] variables = new int[1 << 12];

  private SiteKeys() {}

  /**
   * Called when a site is woven.
   *
   * @param variable as {@link #variable(int, boolean, boolean)} makes it; 0 if nothing is accessed
   */
  public static synchronized void put(int site, long hash, int variable) {
    keys = with(keys, site, key(hash));
    variables = with(variables, site, variable);
  }

  private static int[] with(int[] all, int site, int value) {
    int[] a = site < all.length ? all : Arrays.copyOf(all, Math.max(site + 1, all.length * 2));
    a[site] = value;
    return a;
  }

  /** The 32 bits of a hash. */
  public static int key(long hash) {
    return (int) (hash ^ hash >>> 32);
  }

  /** The 32 bits of a site's hash, or 0. */
  public static int key(int site) {
    return get(keys, site);
  }

  /** A number for what is accessed at a site, made by {@link #variable(int, boolean, boolean)}. */
  public static int variable(int site) {
    return get(variables, site);
  }

  /**
   * A number for what is accessed at a site.
   *
   * @param declared hash of the variable's declaration, or of the class whose method is called
   * @param call whether a method is called
   * @param reads whether a variable is read
   */
  public static int variable(int declared, boolean call, boolean reads) {
    return declared << 3 | 4 | (call ? 1 : 0) | (reads ? 2 : 0);
  }

  /** The declaration's part of such a number. */
  public static int declared(int variable) {
    return variable >>> 2;
  }

  static boolean isCall(int variable) {
    return (variable & 1) != 0;
  }

  /** Whether a variable is read there. */
  public static boolean reads(int variable) {
    return (variable & 2) != 0;
  }

  private static int get(int[] all, int site) {
    return site >= 0 && site < all.length ? all[site] : 0;
  }
}
