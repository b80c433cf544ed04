package dev.prescient.slicer.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.site.Site;
import dev.prescient.profiler.value.Occurrence;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Taints over events given one by one: of old values, and where a thread's track is lost. */
class TaintsTest {
  /** What is executed. Each method is a load, then a store. */
  static final class Sample {
    static int x;
    static int y;
    static int z;

    private Sample() {}

    static void copyToY() {
      y = x;
    }

    static void oneToY() {
      int unused = x;
      y = 1;
    }

    static void copyToZ() {
      z = y;
    }
  }

  private static final String NAME = Sample.class.getName().replace('.', '/');
  private static final String GUESSING = "0.1";
  private static final String OTHER = "0.2";

  private ClassNode node = new ClassNode();
  private byte[] bytes = {};

  @BeforeEach
  void read() throws IOException {
    try (InputStream in = Sample.class.getResourceAsStream("TaintsTest$Sample.class")) {
      bytes = Objects.requireNonNull(in).readAllBytes();
    }
    node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
  }

  private int number(String method) {
    for (MethodNode m : node.methods) {
      if (m.name.equals(method)) {
        return node.methods.indexOf(m);
      }
    }
    throw new IllegalArgumentException(method);
  }

  /** The index of the method's only load or store of a field. */
  private static int index(String method, boolean store) {
    return store ? (method.equals("oneToY") ? 3 : 1) : 0;
  }

  private static Occurrence access(String thread, String method, boolean store) {
    return new Occurrence(thread, Site.hash(NAME, method, "()V", index(method, store)), 1);
  }

  private final class Run {
    final Taints taints;
    final TraceExecution execution;

    Run(Map<Occurrence, Occurrence> sources, Occurrence... guesses) {
      taints = new Taints(List.of(guesses), sources);
      execution = new TraceExecution(taints);
      execution.visitClass(0, NAME, bytes);
    }

    Run enters(String thread, String method) {
      execution.visitSwitch(thread);
      execution.visitEnter(number(method));
      return this;
    }

    Run loads(String thread, String method, int value) {
      execution.visitSwitch(thread);
      execution.visitValue(number(method), index(method, false), 'I', value);
      return this;
    }

    Run stores(String thread, String method) {
      execution.visitSwitch(thread);
      execution.visitDone(number(method), index(method, true));
      return this;
    }

    Run all(String thread, String method, int value) {
      return enters(thread, method).loads(thread, method, value).stores(thread, method);
    }

    boolean leads(Occurrence guess, Occurrence access) {
      return taints.leads(guess, access);
    }
  }

  @Test
  void copy_ofTheGuess_depends() {
    Occurrence guess = access(GUESSING, "copyToY", false);
    Run run = new Run(Map.of(), guess).all(GUESSING, "copyToY", 1).all(OTHER, "copyToZ", 1);
    assertThat(run.leads(guess, access(GUESSING, "copyToY", true))).isTrue();
    assertThat(run.leads(guess, access(OTHER, "copyToZ", true))).isTrue();
    assertThat(run.taints.lost()).isZero();
  }

  @Test
  void constant_besideTheGuess_doesNotDepend() {
    Occurrence guess = access(GUESSING, "oneToY", false);
    Run run = new Run(Map.of(), guess).all(GUESSING, "oneToY", 1).all(OTHER, "copyToZ", 1);
    assertThat(run.leads(guess, access(GUESSING, "oneToY", true))).isFalse();
    assertThat(run.leads(guess, access(OTHER, "copyToZ", true))).isFalse();
  }

  @Test
  void oldValue_dependsOnTheStoreItWasReadFrom() {
    Occurrence guess = access(GUESSING, "copyToY", false);
    Occurrence first = access(GUESSING, "copyToY", true);
    Occurrence load = access(OTHER, "copyToZ", false);
    Run latest =
        new Run(Map.of(), guess)
            .all(GUESSING, "copyToY", 1)
            .all("0.3", "oneToY", 0)
            .all(OTHER, "copyToZ", 1);
    assertThat(latest.leads(guess, access(OTHER, "copyToZ", true))).isFalse();
    Run old =
        new Run(Map.of(load, first), guess)
            .all(GUESSING, "copyToY", 1)
            .all("0.3", "oneToY", 0)
            .all(OTHER, "copyToZ", 1);
    assertThat(old.leads(guess, access(OTHER, "copyToZ", true))).isTrue();
  }

  @Test
  void threadThatIsLost_dependsOnTheGuessesReadSoFar() {
    Occurrence guess = access(GUESSING, "oneToY", false);
    Run run = new Run(Map.of(), guess).stores(OTHER, "copyToZ").all(GUESSING, "oneToY", 1);
    assertThat(run.taints.lost()).isEqualTo(1);
    assertThat(run.leads(guess, access(OTHER, "copyToZ", true))).as("before it").isFalse();
    run.all(OTHER, "oneToY", 0);
    assertThat(run.leads(guess, access(OTHER, "oneToY", true))).isTrue();
    assertThat(run.leads(guess, access(GUESSING, "oneToY", true))).isFalse();
  }

  @Test
  void storeThatIsNotFollowed_isKnownToReadersOfTheField() {
    Occurrence guess = access(GUESSING, "oneToY", false);
    Run run =
        new Run(Map.of(), guess)
            .all(GUESSING, "oneToY", 1)
            .stores(OTHER, "copyToY")
            .all("0.3", "copyToZ", 1);
    assertThat(run.leads(guess, access("0.3", "copyToZ", true))).isTrue();
  }
}
