package dev.prescient.profiler.value;

/**
 * One dynamic access, named so that another run can find it.
 *
 * @param thread creation path, {@code 0.1}
 * @param site hash of the site
 * @param n how many times this thread had been at this site, from 1
 */
public record Occurrence(String thread, long site, int n) {}
