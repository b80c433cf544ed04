package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Counts;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.runtime.race.RecordedArrays;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.ClassNode;

/** Ranges cover exactly the elements that checks one by one cover, with the same lines. */
class ArrayChecksTest {
  private static final String SUBJECT = "dev.prescient.agent.instrument.ArrayLoops";

  private final SiteTable sites = new SiteTable();

  static Stream<String> methods() {
    return Arrays.stream(ArrayLoops.class.getDeclaredMethods())
        .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.getName().equals("result"))
        .map(Method::getName)
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void ranges_coverTheElementsThatAreAccessed(String method) throws Exception {
    Run single = run(method, false);
    Run ranged = run(method, true);
    assertThat(ranged.result).isEqualTo(single.result);
    assertThat(ranged.failure).isEqualTo(single.failure);
    Set<String> missing = new TreeSet<>(single.lines(false));
    missing.removeAll(ranged.lines(true));
    if (single.failure.isEmpty() && !method.equals("caught")) {
      assertThat(missing).as("elements that no range covers").isEmpty();
    } else {
      assertThat(missing.size()).as("elements of the iteration that failed").isLessThan(4);
    }
    Set<String> added = new TreeSet<>(ranged.lines(false));
    added.removeAll(single.lines(false));
    assertThat(added).as("elements that were not accessed").isEmpty();
  }

  @Test
  void loops_haveFewChecks() throws Exception {
    assertThat(run("up", true).calls).isEqualTo(1);
    assertThat(run("stencil", true).calls).isEqualTo(2);
    assertThat(run("pairs", true).calls).isEqualTo(1);
    assertThat(run("pairsDown", true).calls).isEqualTo(1);
    assertThat(run("leftInTheMiddle", true).calls).isEqualTo(2);
    assertThat(run("returnsInTheMiddle", true).calls).isEqualTo(1);
    assertThat(run("inRow", true).calls).isEqualTo(6);
  }

  private record Run(
      Set<String> elements, int calls, long result, String failure, SiteTable sites) {
    /**
     * Elements with lines instead of sites.
     *
     * @param readsToo whether a write counts as a read of any line, too
     */
    Set<String> lines(boolean readsToo) {
      Set<String> lines =
          elements.stream()
              .map(e -> e.substring(0, e.lastIndexOf(' ') + 1) + line(e))
              .collect(Collectors.toCollection(TreeSet::new));
      if (readsToo) {
        for (String e : Set.copyOf(lines)) {
          lines.add(e.replace(" W ", " R "));
        }
      }
      return lines;
    }

    private int line(String element) {
      return sites.site(Integer.parseInt(element.substring(element.lastIndexOf(' ') + 1))).line();
    }
  }

  private Run run(String method, boolean ranges) throws Exception {
    RecordedArrays.clear();
    Class<?> c = new Weaver(ranges).loadClass(SUBJECT);
    Object subject = c.getConstructor().newInstance();
    RecordedArrays.clear();
    for (Field field : c.getDeclaredFields()) {
      if (field.getType().isArray()) {
        field.setAccessible(true);
        RecordedArrays.name(field.get(subject), field.getName());
      }
    }
    String failure = "";
    try {
      c.getMethod(method).invoke(subject);
    } catch (InvocationTargetException e) {
      failure = String.valueOf(e.getCause());
    }
    Set<String> elements = RecordedArrays.elements();
    int calls = RecordedArrays.calls();
    long result = (Long) c.getMethod("result").invoke(subject);
    return new Run(elements, calls, result, failure, sites);
  }

  /** Loads the subject woven. */
  private final class Weaver extends ClassLoader {
    private final boolean ranges;

    Weaver(boolean ranges) {
      super(ArrayChecksTest.class.getClassLoader());
      this.ranges = ranges;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(SUBJECT)) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = woven(in.readAllBytes());
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    private byte[] woven(byte[] bytes) {
      ClassNode node = new ClassNode();
      new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
      WovenClass c =
          new WovenClass(
              node,
              this,
              WovenClass.Origin.APPLICATION,
              false,
              new Hierarchy(),
              new InstrumentFilter(AgentOptions.parse("")),
              sites,
              new Counts(),
              JdkCache.none());
      new FastTrackPass(ranges, false).weave(c);
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      node.accept(
          new ClassRemapper(
              writer,
              new SimpleRemapper(
                  Opcodes.ASM9,
                  ArrayChecks.ARRAYS,
                  RecordedArrays.class.getName().replace('.', '/'))));
      return writer.toByteArray();
    }
  }
}
