package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Calls on StringBuilders that no other thread can see are told from those that one may. */
@SuppressWarnings("unused") // the methods are analysed, not run
class ConfinedObjectsTest {
  private StringBuilder kept = new StringBuilder();

  private String confined(int n) {
    StringBuilder b = new StringBuilder("x");
    for (int i = 0; i < n; i++) {
      b.append(i).append(' ');
    }
    return b.toString();
  }

  private String stored() {
    StringBuilder b = new StringBuilder();
    b.append(1);
    kept = b;
    return b.append(2).toString();
  }

  private StringBuilder returned() {
    StringBuilder b = new StringBuilder();
    return b.append(1);
  }

  private String captured() throws InterruptedException {
    StringBuilder b = new StringBuilder();
    Thread t = new Thread(() -> kept.append(b));
    b.append(1);
    t.join();
    return b.toString();
  }

  private String oneOfTwo(boolean own) {
    StringBuilder b = own ? new StringBuilder() : kept;
    return b.append(1).toString();
  }

  private String mixed() {
    StringBuilder b = new StringBuilder();
    b.append(kept.append(1).toString());
    return b.toString();
  }

  @Test
  void calls_objectThatStays_areConfined() throws IOException {
    assertThat(confinedCalls("confined")).containsExactly("append", "append", "toString");
  }

  @Test
  void calls_objectThatIsStoredReturnedOrCaptured_areNot() throws IOException {
    for (String method : List.of("stored", "returned", "captured", "oneOfTwo")) {
      assertThat(confinedCalls(method)).as(method).isEmpty();
    }
  }

  @Test
  void calls_twoObjects_onlyTheOneThatStaysIsConfined() throws IOException {
    assertThat(confinedCalls("mixed")).containsExactly("append", "toString");
  }

  private static List<String> confinedCalls(String method) throws IOException {
    String owner = ConfinedObjectsTest.class.getName().replace('.', '/');
    ClassNode c = new ClassNode();
    try (InputStream in = ConfinedObjectsTest.class.getResourceAsStream("/" + owner + ".class")) {
      new ClassReader(in).accept(c, ClassReader.EXPAND_FRAMES);
    }
    MethodNode m = c.methods.stream().filter(n -> n.name.equals(method)).findFirst().orElseThrow();
    return ConfinedObjects.calls(owner, m).stream()
        .map(insn -> ((MethodInsnNode) insn).name)
        .filter(name -> !name.equals("<init>"))
        .sorted()
        .toList();
  }
}
