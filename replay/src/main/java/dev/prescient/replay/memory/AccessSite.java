package dev.prescient.replay.memory;

import dev.prescient.agent.site.Site;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.profiler.value.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the memory model knows of a woven site.
 *
 * @param id dense, in this process
 * @param hash identity across runs
 * @param location {@code File.java:12}
 * @param declaration of the variable
 * @param type of the variable, JVM letter
 * @param loop whether it lies in a loop
 * @param speculative the candidates to inject there
 */
record AccessSite(
    int id,
    long hash,
    String location,
    String declaration,
    char type,
    boolean loop,
    List<SpeculativeRead> speculative) {

  static AccessSite of(int id, SiteTable sites, List<SpeculativeRead> injected) {
    Site site = sites.site(id);
    String declaration = String.valueOf(site.detail());
    List<SpeculativeRead> here = new ArrayList<>();
    for (SpeculativeRead s : injected) {
      if (s.candidate.load().site() == site.hash()) {
        here.add(s);
      }
    }
    return new AccessSite(
        id,
        site.hash(),
        site.location(),
        declaration,
        Variable.typeOf(declaration),
        sites.inLoop(id),
        here);
  }
}
