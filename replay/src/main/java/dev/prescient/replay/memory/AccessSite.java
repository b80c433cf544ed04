package dev.prescient.replay.memory;

import dev.prescient.agent.site.Site;
import dev.prescient.profiler.value.Variable;
import java.util.List;

/**
 * What the memory model knows of a woven site.
 *
 * @param hash identity across runs
 * @param location {@code File.java:12}
 * @param declaration of the variable
 * @param type of the variable, JVM letter
 * @param loop whether it lies in a loop
 * @param speculative the candidates to inject there
 */
record AccessSite(
    long hash,
    String location,
    String declaration,
    char type,
    boolean loop,
    List<SpeculativeRead> speculative) {

  static AccessSite of(Site site, boolean loop, List<SpeculativeRead> injected) {
    String declaration = String.valueOf(site.detail());
    return new AccessSite(
        site.hash(),
        site.location(),
        declaration,
        Variable.typeOf(declaration),
        loop,
        injected.stream().filter(s -> s.candidate.load().site() == site.hash()).toList());
  }
}
