package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Calls of objects that no other thread can see are told from those that one may. */
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

  private int nestedLoops(List<List<Integer>> rows) {
    int sum = 0;
    for (List<Integer> row : rows) {
      for (int n : row) {
        sum += n;
      }
      for (Iterator<Integer> it = row.iterator(); it.hasNext(); ) {
        sum += it.next();
        it.remove();
      }
    }
    return sum;
  }

  private int iterable(Iterable<Integer> numbers) {
    int sum = 0;
    for (int n : numbers) {
      sum += n;
    }
    return sum;
  }

  private int passedOn(List<Integer> row) {
    Iterator<Integer> it = row.iterator();
    return it.next() + iterable(() -> it);
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

  @Test
  void calls_iteratorOfALoop_areConfined() throws IOException {
    assertThat(confinedCalls("nestedLoops"))
        .containsExactly("hasNext", "hasNext", "hasNext", "next", "next", "next", "remove");
  }

  @Test
  void calls_iteratorThatMayBeKept_areNot() throws IOException {
    for (String method : List.of("iterable", "passedOn")) {
      assertThat(confinedCalls(method)).as(method).isEmpty();
    }
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
