package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Counts;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.memory.MemoryHooks;
import dev.prescient.runtime.memory.MemoryModel;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** The hooks see every access, in order, and what they answer is what the program gets. */
class MemoryPassTest {
  private static final String OWNER = "dev/prescient/agent/instrument/Accesses";
  private static final RacyVariables ALL =
      new RacyVariables(
          Set.of(
              OWNER + ".z:Z",
              OWNER + ".b:B",
              OWNER + ".c:C",
              OWNER + ".s:S",
              OWNER + ".i:I",
              OWNER + ".j:J",
              OWNER + ".f:F",
              OWNER + ".d:D",
              OWNER + ".text:Ljava/lang/String;",
              OWNER + ".numbers:[I",
              OWNER + ".staticLong:J",
              OWNER + ".staticText:Ljava/lang/String;",
              OWNER + "Base.inherited:I"),
          Set.of("[Z", "[B", "[I", "[J", "[D", "[Ljava/lang/String;"));

  private final SiteTable sites = new SiteTable();

  @Test
  void weave_identityModel_keepsTheProgram() throws Exception {
    String plain = run(RacyVariables.NONE, new Model());
    assertThat(run(ALL, new Model())).isEqualTo(plain).contains("true -3 x -4 5 ", "null bounds");
  }

  @Test
  void weave_allKinds_modelSeesWhatWasWrittenAndRead() throws Exception {
    Model model = new Model();
    run(ALL, model);
    assertThat(model.log)
        .contains("W " + OWNER + ".b:B -3", "R " + OWNER + ".b:B -3")
        .contains("W " + OWNER + ".j:J " + (6L << 40), "R " + OWNER + ".staticLong:J 8")
        .contains("R " + OWNER + ".text:Ljava/lang/String; t")
        .contains("W " + OWNER + "Base.inherited:I 9", "R " + OWNER + "Base.inherited:I 9")
        .contains("R [Z 1", "R [B 1", "W [B 84", "R [I 3", "W [I 13", "R [J 5", "W [J 6")
        .contains("R [Ljava/lang/String; b", "B null " + OWNER + ".i:I")
        .doesNotContain("W [I 3 at 2");
    long written = model.log.stream().filter(l -> l.startsWith("W ")).count();
    long announced = model.log.stream().filter(l -> l.startsWith("B ")).count();
    assertThat(announced).as("two stores throw").isEqualTo(written + 2);
  }

  @Test
  void weave_modelThatSubstitutes_programGetsTheOtherValues() throws Exception {
    Model model = new Model();
    model.substitutes.put(OWNER + ".i:I", 77L);
    model.substitutes.put(OWNER + ".d:D", Double.doubleToRawLongBits(-0.5));
    model.substitutes.put(OWNER + ".f:F", (long) Float.floatToRawIntBits(0.25f));
    model.substitutes.put(OWNER + ".z:Z", 0L);
    model.substitutes.put("[J", 1L << 50);
    model.reference = "other";
    assertThat(run(ALL, model))
        .startsWith("false -3 x -4 77 " + (6L << 40) + " 0.25 -0.5 other 1 8 other 9 ")
        .contains(" " + (1L << 50) + " ");
  }

  @Test
  void weave_modelThatThrows_programGoesOn() throws Exception {
    String plain = run(RacyVariables.NONE, new Model());
    Model model = new Model();
    model.broken = true;
    assertThat(run(ALL, model)).isEqualTo(plain);
    assertThat(MemoryHooks.active()).isFalse();
  }

  @Test
  void weave_loadInLoop_siteIsMarked() throws Exception {
    run(ALL, new Model());
    assertThat(sites.all())
        .filteredOn(s -> "[Z".equals(s.detail()))
        .anyMatch(s -> sites.inLoop(sites.id(s.hash())));
    assertThat(sites.all())
        .filteredOn(s -> (OWNER + ".j:J").equals(s.detail()))
        .noneMatch(s -> sites.inLoop(sites.id(s.hash())));
  }

  private String run(RacyVariables racy, Model model) throws Exception {
    MemoryHooks.install(model);
    Class<?> c = new Weaver(racy).loadClass(OWNER.replace('/', '.'));
    Runnable r = (Runnable) c.getConstructor().newInstance();
    r.run();
    return r.toString();
  }

  /** Loads the subject woven. */
  private final class Weaver extends ClassLoader {
    private final RacyVariables racy;

    Weaver(RacyVariables racy) {
      super(MemoryPassTest.class.getClassLoader());
      this.racy = racy;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OWNER.replace('/', '.'))) {
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
      new MemoryPass(racy).weave(c);
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      node.accept(writer);
      return writer.toByteArray();
    }
  }

  /** Logs what it sees and answers what it is told to. */
  private final class Model implements MemoryModel {
    final List<String> log = new ArrayList<>();
    final Map<String, Long> substitutes = new HashMap<>();
    @Nullable Object reference;
    boolean broken;

    private String detail(int site) {
      return String.valueOf(sites.site(site).detail());
    }

    @Override
    public void beforeWrite(ThreadState t, @Nullable Object owner, long key, int site) {
      log.add("B " + (owner == null ? "null " : "") + detail(site));
    }

    @Override
    public long read(ThreadState t, Object owner, long key, long bits, int site) {
      if (broken) {
        throw new IllegalStateException("on purpose");
      }
      log.add("R " + detail(site) + " " + bits);
      return substitutes.getOrDefault(detail(site), bits);
    }

    @Override
    public @Nullable Object readReference(
        ThreadState t, Object owner, long key, @Nullable Object value, int site) {
      log.add("R " + detail(site) + " " + value);
      return reference != null && value instanceof String ? reference : value;
    }

    @Override
    public void wrote(ThreadState t, Object owner, long key, long bits, int site) {
      log.add("W " + detail(site) + " " + bits);
    }

    @Override
    public void wroteReference(
        ThreadState t, Object owner, long key, @Nullable Object value, int site) {
      log.add("W " + detail(site) + " " + value);
    }

    @Override
    public void writesOut(ThreadState t, int site) {
      log.add("O " + detail(site));
    }
  }
}
