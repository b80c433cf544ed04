package dev.prescient.slicer.symbolic;

/**
 * Where a run failed, as its outcome tells.
 *
 * @param thread creation path of the failing thread
 * @param site {@code File.java:12} of the innermost application frame; may be empty
 */
public record FailingPoint(String thread, String site) {}
