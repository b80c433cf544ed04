package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class ClassBytesTest {
  /** Handlers, loops and returns in the middle, and the deepest stack behind them. */
  @SuppressWarnings("unused") // read as bytes
  static final class Deep {
    long sum(int a, int b, boolean c, boolean d, boolean e, long f) {
      return f;
    }

    long run(Deep other, int n) {
      for (int i = 0; i < n; i++) {
        try {
          if (i > 3) {
            return i;
          }
          other.run(this, n - 1);
        } catch (IllegalStateException e) {
          n = 0;
        } catch (IllegalArgumentException e) {
          n = 1;
        }
      }
      return other.sum(n, n, false, false, true, 0L);
    }
  }

  private static byte[] original() throws IOException {
    try (var in = ClassBytesTest.class.getResourceAsStream("ClassBytesTest$Deep.class")) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    }
  }

  private static Map<String, Integer> depths(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    Map<String, Integer> depths = new TreeMap<>();
    for (MethodNode m : node.methods) {
      depths.put(m.name + m.desc, m.maxStack);
    }
    return depths;
  }

  @Test
  void write_keepsDepthsAndVersion() throws IOException {
    ClassReader reader = new ClassReader(original());
    byte[] written = ClassBytes.write(reader, ClassBytes.read(reader));
    assertThat(depths(written)).isEqualTo(depths(original()));
    assertThat(new ClassReader(written).readInt(4)).isEqualTo(reader.readInt(4));
  }

  /** As the JVM gives a class of its own to be retransformed. */
  @Test
  void write_withoutFrames_keepsDepthsAndVersion() throws IOException {
    ClassReader whole = new ClassReader(original());
    ClassWriter bare = new ClassWriter(0);
    whole.accept(bare, ClassReader.SKIP_FRAMES);
    ClassReader reader = new ClassReader(bare.toByteArray());
    byte[] written = ClassBytes.write(reader, ClassBytes.read(reader));
    assertThat(depths(written)).isEqualTo(depths(original()));
    assertThat(new ClassReader(written).readInt(4)).isEqualTo(whole.readInt(4));
  }
}
