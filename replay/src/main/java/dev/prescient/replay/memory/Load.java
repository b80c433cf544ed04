package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import java.util.List;

/**
 * One load of a racy variable, as it happens.
 *
 * @param memory of the loading thread
 * @param owner of the variable
 * @param x the variable
 * @param at the site
 * @param n how many times the thread has been there, from 1
 * @param visible the stores that the load may read from, the latest last
 * @param order number among all accesses of the run
 */
record Load(
    ThreadMemory memory,
    Object owner,
    Variable x,
    AccessSite at,
    int n,
    List<Write> visible,
    long order) {

  Write latest() {
    return x.writes().latest();
  }

  Occurrence occurrence() {
    return new Occurrence(memory.thread.path, at.hash(), n);
  }
}
