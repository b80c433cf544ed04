package dev.prescient.replay;

/**
 * The first event where a run leaves its recording.
 *
 * @param index of the decision in the recording
 * @param thread creation path
 * @param site {@code File.java:12}, or empty
 * @param expected in words
 * @param found in words
 */
public record Divergence(long index, String thread, String site, String expected, String found) {}
