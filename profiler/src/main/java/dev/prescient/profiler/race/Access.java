package dev.prescient.profiler.race;

import java.util.List;

/**
 * One side of a race.
 *
 * @param write whether it wrote
 * @param site {@code File.java:12}
 * @param siteHash identity of the site across runs, 16 hex digits
 * @param method {@code a.b.C.method}
 * @param thread creation path of the thread, {@code 0.1}
 * @param threadName the program's name of the thread
 * @param epoch {@code clock@T0.1}
 * @param stack frames, innermost first, as Java prints them; empty if not kept
 * @param locks classes of the monitors held
 */
public record Access(
    boolean write,
    String site,
    String siteHash,
    String method,
    String thread,
    String threadName,
    String epoch,
    List<String> stack,
    List<String> locks) {}
