package dev.prescient.cli.memory;

/**
 * An event that other executions may have too.
 *
 * @param thread number of its thread
 * @param site number of its statement
 * @param n how many times the thread has been there, from 1
 */
record Occurrence(int thread, int site, int n) {}
