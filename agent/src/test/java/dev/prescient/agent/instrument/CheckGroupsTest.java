package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.instrument.CheckFlow.Need;
import dev.prescient.subject.Grouped;
import java.io.IOException;
import java.io.InputStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which accesses of the methods of {@link Grouped} are checked together. */
class CheckGroupsTest {
  private static final ClassNode SUBJECT = read();

  private static ClassNode read() {
    ClassNode node = new ClassNode();
    try (InputStream in = Grouped.class.getResourceAsStream("Grouped.class")) {
      new ClassReader(Objects.requireNonNull(in)).accept(node, ClassReader.EXPAND_FRAMES);
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
    return node;
  }

  static Stream<String> methods() {
    return SUBJECT.methods.stream().map(m -> m.name).filter(n -> !n.startsWith("<"));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void method_fastMode_hasTheGroupsThatItsNameTells(String name) {
    MethodNode m = method(name);
    CheckFlow flow = flow(m, false);
    IdentityHashMap<AbstractInsnNode, Need> needs = flow.needs();
    StringBuilder sizes = new StringBuilder();
    for (AbstractInsnNode insn : m.instructions) {
      List<FieldInsnNode> group = flow.groups().get(insn);
      if (group != null) {
        sizes.append(group.size());
        assertThat(group.get(group.size() - 1)).isSameAs(insn);
        assertThat(needs.get(insn)).isEqualTo(Need.CHECK);
        group.stream()
            .filter(a -> a != insn)
            .forEach(a -> assertThat(needs.get(a)).isEqualTo(Need.LATER));
      }
    }
    assertThat(sizes).hasToString(name.replaceAll("\\D", ""));
    assertThat(needs.values().stream().filter(Need.LATER::equals))
        .hasSize(flow.groups().values().stream().mapToInt(g -> g.size() - 1).sum());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void method_preciseMode_hasNoGroups(String name) {
    CheckFlow flow = flow(method(name), true);
    assertThat(flow.needs()).doesNotContainValue(Need.LATER);
    assertThat(flow.groups()).isEmpty();
  }

  @Test
  void constructor_fastMode_storesPlainlyTogether() {
    CheckFlow flow = flow(method("<init>"), false);
    IdentityHashMap<AbstractInsnNode, Need> needs = flow.needs();
    assertThat(flow.groups().values()).singleElement().satisfies(g -> assertThat(g).hasSize(3));
    assertThat(needs.values().stream().filter(Need.FRESH_STORE::equals)).hasSize(1);
  }

  private static MethodNode method(String name) {
    return SUBJECT.methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
  }

  private static CheckFlow flow(MethodNode m, boolean precise) {
    WovenClass c = Subjects.woven(SUBJECT);
    return new CheckFlow(c, m, new Releases(c), precise);
  }
}
