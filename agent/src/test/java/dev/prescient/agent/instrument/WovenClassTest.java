package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.runtime.control.SiteKeys;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What the scheduler knows of sites. */
class WovenClassTest {
  private final ClassNode node = new ClassNode();

  private int variable(int opcode, String detail) {
    node.version = Opcodes.V17;
    node.name = "a/B";
    MethodNode m = new MethodNode(Opcodes.ACC_STATIC, "m", "()V", null, null);
    InsnNode insn = new InsnNode(opcode);
    m.instructions.add(insn);
    node.methods.add(m);
    return SiteKeys.variable(Subjects.woven(node).site(m, insn, detail));
  }

  @Test
  void site_accesses_areToldApartFromReads() {
    int read = variable(Opcodes.IALOAD, "[I");
    int write = variable(Opcodes.IASTORE, "[I");
    assertThat(SiteKeys.reads(read)).isTrue();
    assertThat(SiteKeys.reads(write)).isFalse();
    assertThat(SiteKeys.declared(read)).isEqualTo(SiteKeys.declared(write));
  }

  @Test
  void site_calls_areThoseOfAnOwner_ifThereIsOne() {
    int add = variable(Opcodes.NOP, "java/util/List.add (Ljava/lang/Object;)Z");
    int size = variable(Opcodes.NOP, "java/util/List.size ()I");
    int text = variable(Opcodes.NOP, "concat (Ljava/util/List;)Ljava/lang/String;");
    assertThat(SiteKeys.declared(add)).isEqualTo(SiteKeys.declared(size));
    assertThat(SiteKeys.declared(text)).isNotEqualTo(SiteKeys.declared(add));
    assertThat(SiteKeys.reads(text)).isFalse();
  }
}
