package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.instrument.CheckFlow.Need;
import dev.prescient.subject.Checked;
import java.io.IOException;
import java.io.InputStream;
import java.util.IdentityHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** How many checks the methods of {@link Checked} keep. */
class CheckFlowTest {
  static Stream<String> methods() throws IOException {
    return read().methods.stream()
        .filter(m -> !m.name.startsWith("<") && expected(m.name) >= 0)
        .map(m -> m.name);
  }

  static Stream<String> constructors() throws IOException {
    return read().methods.stream().filter(m -> m.name.equals("<init>")).map(m -> m.desc);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void method_fastMode_keepsTheChecksItNeeds(String name) throws IOException {
    assertThat(count(name, null, Need.CHECK, false)).isEqualTo(expected(name));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void method_preciseMode_keepsAllChecks(String name) throws IOException {
    assertThat(count(name, null, Need.NOTHING, true)).isZero();
  }

  @ParameterizedTest
  @MethodSource("constructors")
  void constructor_eitherMode_storesItsOwnObjectsShadowPlainly(String descriptor)
      throws IOException {
    String parameter = "";
    for (MethodNode m : read().methods) {
      if (m.name.equals("<init>") && m.desc.equals(descriptor)) {
        for (LocalVariableNode v : m.localVariables) {
          parameter = v.index == 1 ? v.name : parameter;
        }
      }
    }
    for (boolean precise : new boolean[] {false, true}) {
      long plain = count("<init>", descriptor, Need.FRESH_STORE, precise);
      long together = count("<init>", descriptor, Need.LATER, precise);
      assertThat(plain + together).isEqualTo(expected(parameter));
    }
  }

  /** The number at the end of a name, or -1. */
  private static int expected(String name) {
    int last = name.charAt(name.length() - 1) - '0';
    return last >= 0 && last <= 9 ? last : -1;
  }

  private static ClassNode read() throws IOException {
    ClassNode node = new ClassNode();
    try (InputStream in = Checked.class.getResourceAsStream("Checked.class")) {
      new ClassReader(java.util.Objects.requireNonNull(in)).accept(node, ClassReader.EXPAND_FRAMES);
    }
    return node;
  }

  @Test
  void finalFieldsRead_eitherMode_areToldOncePerObjectAndEpoch() throws IOException {
    for (boolean precise : new boolean[] {false, true}) {
      assertThat(count("finalFieldOfParameter1", null, "self", Need.CHECK, precise)).isEqualTo(1);
      assertThat(count("finalFieldOfParameter1", null, "self", Need.NOTHING, precise)).isEqualTo(1);
      assertThat(count("finalFieldReleased2", null, "self", Need.CHECK, precise)).isEqualTo(2);
    }
  }

  /** Accesses of {@code x} with a need. */
  private static long count(String name, @Nullable String descriptor, Need need, boolean precise)
      throws IOException {
    return count(name, descriptor, "x", need, precise);
  }

  private static long count(
      String name, @Nullable String descriptor, String field, Need need, boolean precise)
      throws IOException {
    ClassNode node = read();
    WovenClass c = Subjects.woven(node);
    long count = 0;
    for (MethodNode m : node.methods) {
      if (m.name.equals(name) && (descriptor == null || m.desc.equals(descriptor))) {
        IdentityHashMap<AbstractInsnNode, Need> needs =
            new CheckFlow(c, m, new Releases(c), precise).needs();
        for (AbstractInsnNode insn : m.instructions) {
          boolean isField =
              insn.getOpcode() == Opcodes.GETFIELD || insn.getOpcode() == Opcodes.PUTFIELD;
          if (isField && ((FieldInsnNode) insn).name.equals(field)) {
            count += needs.getOrDefault(insn, Need.CHECK) == need ? 1 : 0;
          }
        }
      }
    }
    return count;
  }
}
