package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.Log;
import dev.prescient.runtime.HiddenClasses;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * Lets the program's hidden classes be seen to synchronise. Their accesses are not checked: no name
 * leads to their fields.
 *
 * @param context of the run
 */
record HiddenClassWeaver(
    AgentContext context,
    InstrumentFilter filter,
    Hierarchy hierarchy,
    RuntimeVisibility visibility,
    JdkCache jdk)
    implements HiddenClasses.Weaver {

  @Override
  public byte[] weave(ClassLoader loader, byte[] bytes) {
    try {
      return woven(loader, bytes);
    } catch (RuntimeException | LinkageError e) { // it is the program's class, whatever it holds
      context.counts().add("classesSkipped", 1);
      Log.note("a hidden class is left as it is: " + e);
      return bytes;
    }
  }

  private byte[] woven(ClassLoader loader, byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    String name = reader.getClassName();
    Hierarchy seen = hierarchy.of(ClassInfo.read(reader));
    if (!filter.isApplication(name, loader)
        || !JdkScan.synchronises(bytes, name, seen, loader)
        || !visibility.sees(loader)) {
      return bytes;
    }
    ClassNode node = ClassBytes.read(reader);
    WovenClass c =
        new WovenClass(
            node,
            loader,
            WovenClass.Origin.APPLICATION,
            true,
            seen,
            filter,
            context.sites(),
            context.counts(),
            jdk);
    boolean woven = new SyncPass().weave(c);
    context.counts().add("hiddenClassesWoven", woven ? 1 : 0);
    return woven ? ClassBytes.write(reader, node) : bytes;
  }
}
