package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Counts;
import dev.prescient.agent.site.SiteTable;
import org.objectweb.asm.tree.ClassNode;

/** Classes of the tests as the passes get them. */
final class Subjects {
  private Subjects() {}

  /** A class of the application, with default options. */
  static WovenClass woven(ClassNode node) {
    return new WovenClass(
        node,
        Subjects.class.getClassLoader(),
        WovenClass.Origin.APPLICATION,
        false,
        new Hierarchy(),
        new InstrumentFilter(AgentOptions.parse("")),
        new SiteTable(),
        new Counts(),
        JdkCache.none());
  }
}
