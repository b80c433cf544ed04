package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.site.SiteTable;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** What reports learn from bytecode: the names of arrays, and marks of benign races. */
class ReportMarksTest {
  @Retention(RetentionPolicy.CLASS)
  @interface BenignRace {}

  @interface NotBenignRace {}

  /** Accesses of arrays in the forms that compilers make of them. */
  @SuppressWarnings("unused")
  static final class Sample {
    static final int[] SHARED = new int[4];
    final long[] counts = new long[8];
    final int[][] rows = new int[2][2];
    Object any = rows;

    void increment(int i) {
      counts[i + 1]++;
    }

    void compound(double[] unused, int i) {
      rows[i][i * 2] += SHARED[i & 3];
    }

    long local() {
      long[] c = counts;
      long sum = 0;
      for (int i = 0; i < c.length; i++) {
        sum += c[i];
      }
      return sum;
    }

    void cast(int i) {
      ((int[][]) any)[i][0] = 1;
    }

    void parameter(int[] a) {
      if (a == null) {
        a = SHARED;
      }
      a[0] = 1;
    }

    void branch(boolean b, int[] a) {
      (b ? SHARED : a)[0] = 1;
    }

    long[] copied() {
      return counts.clone();
    }
  }

  @BenignRace
  static final class Marked {}

  @SuppressWarnings("unused")
  static final class Members {
    @BenignRace int hits;
    @NotBenignRace int misses;

    @BenignRace
    Runnable count() {
      return () -> hits++;
    }

    Runnable other() {
      return () -> misses++;
    }
  }

  @Test
  void arrays_reachedThroughFields_haveTheirNames() throws IOException {
    String s = Sample.class.getName();
    assertThat(names("increment")).containsExactly(s + ".counts[]", s + ".counts[]");
    assertThat(names("compound"))
        .containsExactly(s + ".rows[]", s + ".rows[][]", s + ".SHARED[]", s + ".rows[][]");
    assertThat(names("local")).containsExactly(s + ".counts[]");
    assertThat(names("cast")).containsExactly(s + ".any[]", s + ".any[][]");
    assertThat(names("copied")).containsExactly(s + ".counts[]");
  }

  @Test
  void arrays_fromSeveralPlaces_haveNone() throws IOException {
    assertThat(names("parameter")).containsExactly("null");
    assertThat(names("branch")).containsExactly("null");
  }

  private static List<String> names(String method) throws IOException {
    MethodNode m =
        read(Sample.class).methods.stream().filter(n -> n.name.equals(method)).findFirst().get();
    AbstractInsnNode[] code = m.instructions.toArray();
    ArrayNames arrays = new ArrayNames(m, code);
    List<String> names = new ArrayList<>();
    for (AbstractInsnNode insn : code) {
      int op = insn.getOpcode();
      if ((op >= Opcodes.IALOAD && op <= Opcodes.SALOAD)
          || (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE)
          || op == Opcodes.INVOKEVIRTUAL) {
        names.add(String.valueOf(arrays.of(insn)));
      }
    }
    return names;
  }

  @Test
  void marks_ofAnyAnnotationWithTheName_areNoted() throws IOException {
    SiteTable sites = new SiteTable();
    BenignMarks.note(read(Marked.class), sites);
    ClassNode members = read(Members.class);
    BenignMarks.note(members, sites);
    String lambda =
        members.methods.stream()
            .filter(m -> m.name.startsWith("lambda$count$"))
            .map(m -> members.name + "." + m.name + m.desc)
            .findFirst()
            .get();
    assertThat(sites.isBenign(members.name + ".hits:I")).isTrue();
    assertThat(sites.isBenign(members.name + ".count()Ljava/lang/Runnable;")).isTrue();
    assertThat(sites.isBenign(lambda)).isTrue();
    assertThat(sites.isBenign(members.name + ".misses:I")).isFalse();
    assertThat(sites.isBenign(members.name + ".other()Ljava/lang/Runnable;")).isFalse();
    assertThat(sites.isBenign(members.name)).isFalse();
    assertThat(sites.isBenign(read(Marked.class).name)).isTrue();
  }

  private static ClassNode read(Class<?> c) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(c.getName()).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }
}
