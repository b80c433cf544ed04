package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** What a constructor may have passed on before it stores its final fields, and what not. */
class LeakedFinalsTest {
  private static final List<Object> ALL = new ArrayList<>();

  private static Set<String> leaked(Class<?> c) throws IOException {
    try (InputStream in = c.getResourceAsStream(c.getName().replaceAll(".*\\.", "") + ".class")) {
      assertThat(in).isNotNull();
      ClassNode node = new ClassNode();
      new ClassReader(in.readAllBytes()).accept(node, ClassReader.EXPAND_FRAMES);
      return LeakedFinals.of(node);
    }
  }

  static final class Registers {
    final int before;
    final long after;
    int plain;

    Registers() {
      before = 1;
      ALL.add(this);
      after = 2;
      plain = 3;
    }
  }

  static final class PublishesThroughField {
    static @Nullable PublishesThroughField last;

    final int after;

    PublishesThroughField(int n) {
      last = this;
      after = n;
    }
  }

  static final class LambdaFirst {
    int plain;
    final Runnable task = () -> plain++;
    final String after = String.valueOf(task);
  }

  static final class KeepsToItself {
    final List<Object> list = new ArrayList<>(List.of("a"));
    final int size;
    @Nullable KeepsToItself next;

    KeepsToItself() {
      next = null;
      size = list.size();
      ALL.add(list);
    }
  }

  @Test
  void passedToCall_storesBehindItAreLate() throws IOException {
    assertThat(leaked(Registers.class)).containsExactly("after:J");
  }

  @Test
  void storedInField_storesBehindItAreLate() throws IOException {
    assertThat(leaked(PublishesThroughField.class)).containsExactly("after:I");
  }

  @Test
  void capturedByLambda_fieldOfTheLambdaIsLate() throws IOException {
    assertThat(leaked(LambdaFirst.class))
        .containsExactlyInAnyOrder("task:Ljava/lang/Runnable;", "after:Ljava/lang/String;");
  }

  @Test
  void onlyItsFieldsPassedOn_nothingIsLate() throws IOException {
    assertThat(leaked(KeepsToItself.class)).isEmpty();
  }
}
