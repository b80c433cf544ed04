package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in pm.jar, and in the two jars nested in it. */
class PackagingIT {
  private static final String RUNTIME = "prescient-runtime.jar";
  private static final String AGENT = "prescient-agent.jar";

  @TempDir private Path folder;

  @Test
  void pmJar_holdsTheRuntimeOnlyNested() throws IOException {
    try (JarFile jar = new JarFile(Pm.JAR.toFile())) {
      List<String> names = jar.stream().map(JarEntry::getName).toList();
      assertThat(names)
          .contains(
              RUNTIME, AGENT, "META-INF/licenses/LGPL-3.0.txt", "META-INF/licenses/Apache-2.0.txt")
          .noneMatch(n -> n.startsWith("dev/prescient/runtime/"))
          .noneMatch(n -> n.startsWith("org/objectweb/asm/"))
          .noneMatch(n -> n.startsWith("com/fasterxml/"))
          .noneMatch(n -> n.startsWith("picocli/"))
          .anyMatch(n -> n.startsWith("de/uni_freiburg/informatik/ultimate/smtinterpol/"));
    }
  }

  @Test
  void agentJar_holdsWhatTheTargetNeeds_underOurNames() throws IOException {
    try (JarFile jar = new JarFile(nested(AGENT).toFile())) {
      List<String> names =
          jar.stream().filter(e -> !e.isDirectory()).map(JarEntry::getName).toList();
      assertThat(names)
          .allMatch(n -> n.startsWith("dev/prescient/"))
          .noneMatch(n -> n.startsWith("dev/prescient/runtime/"))
          .noneMatch(n -> n.startsWith("dev/prescient/slicer/"))
          .noneMatch(n -> n.startsWith("dev/prescient/cli/"))
          .contains(
              "dev/prescient/agent/AgentMain.class",
              "dev/prescient/profiler/race/RaceMode.class",
              "dev/prescient/replay/ControlledMode.class",
              "dev/prescient/shaded/asm/ClassReader.class",
              "dev/prescient/shaded/jackson/core/JsonFactory.class");
    }
  }

  @Test
  void runtimeJar_needsOnlyJavaBase() throws IOException {
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    var out = new java.io.StringWriter();
    var printer = new java.io.PrintWriter(out);
    jdeps.run(
        printer, printer, "--multi-release", "base", "-summary", "-q", nested(RUNTIME).toString());
    assertThat(out.toString().lines().map(l -> l.replaceAll(".*-> ", "").strip()))
        .as(out.toString())
        .allMatch(m -> m.equals("java.base") || m.equals("not found")); // annotations of JSpecify
  }

  @Test
  void runtimeJar_hasNoInvokedynamic() throws IOException {
    try (JarFile jar = new JarFile(nested(RUNTIME).toFile())) {
      for (JarEntry e : jar.stream().toList()) {
        if (e.getName().endsWith(".class")) {
          try (InputStream in = jar.getInputStream(e)) {
            assertThat(linksDynamically(in.readAllBytes())).as(e.getName()).isFalse();
          }
        }
      }
    }
  }

  private Path nested(String name) throws IOException {
    Path nested = folder.resolve(name);
    try (JarFile jar = new JarFile(Pm.JAR.toFile());
        InputStream in = jar.getInputStream(jar.getEntry(name))) {
      Files.copy(in, nested, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    return nested;
  }

  /** Whether the constant pool has an InvokeDynamic or Dynamic entry (JVMS 4.4). */
  private static boolean linksDynamically(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    in.readInt();
    in.readInt();
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> in.skipNBytes(in.readUnsignedShort());
        case 3, 4, 9, 10, 11, 12 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 17, 18 -> {
          return true;
        }
        default -> throw new IOException("constant pool tag " + tag);
      }
    }
    return false;
  }

  @Test
  void pmJar_fromAReadOnlyPlaceWithSpaces_works() throws Exception {
    Path place = Files.createDirectories(folder.resolve("read only"));
    Path copy = place.resolve("pm copy.jar");
    Files.copy(Pm.JAR, copy);
    assertThat(place.toFile().setWritable(false)).isTrue();
    try {
      Path out = Files.createDirectories(folder.resolve("some where"));
      Pm.Result r =
          Pm.execute(out, List.of(Pm.java(), "-jar", copy.toString(), "doctor", "--json"));
      assertThat(r.exit()).as(r.err()).isEqualTo(0);
      assertThat(new String(r.out().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
          .contains("\"canary\" : \"passed\"");
    } finally {
      assertThat(place.toFile().setWritable(true)).isTrue();
    }
  }
}
