package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program in a signed and sealed jar, with a security provider of its own. */
class SignedIT {
  private static final String STORE_PASSWORD = "unimportant";

  @TempDir private Path folder = Path.of("unset");

  @Test
  void signedProgram_underTheAgent_keepsItsSignersAndItsProvider() throws Exception {
    Path jar = sealedJar();
    sign(jar);
    Pm.Result alone = start(jar, "-Dnothing=0");
    Pm.Result woven = start(jar, "-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run"));
    assertThat(woven.out()).as(woven.err()).isEqualTo(alone.out()).contains("1 Own version 1");
    assertThat(woven.exit()).as(woven.err()).isEqualTo(alone.exit()).isZero();
    assertThat(woven.err()).doesNotContain("pm: ");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))).isEmpty();
  }

  private Pm.Result start(Path jar, String agent) throws IOException, InterruptedException {
    return Pm.execute(folder, List.of(Pm.java(), agent, "-cp", jar.toString(), "Signed"));
  }

  private Path sealedJar() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String source = Path.of("src/test/resources/signed/Signed.java").toString();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", classes.toString(), source);
    assertThat(status).isZero();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.SEALED, "true");
    Path jar = folder.resolve("signed.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> all = Files.list(classes)) {
      for (Path c : all.toList()) {
        out.putNextEntry(new JarEntry(c.getFileName().toString()));
        Files.copy(c, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private void sign(Path jar) throws IOException, InterruptedException {
    String store = folder.resolve("keys.p12").toString();
    List<String> common = List.of("-keystore", store, "-storepass", STORE_PASSWORD);
    List<String> key = new ArrayList<>(List.of(tool("keytool"), "-genkeypair", "-alias", "test"));
    key.addAll(common);
    key.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=Test"));
    List<String> sign = new ArrayList<>(List.of(tool("jarsigner")));
    sign.addAll(common);
    sign.addAll(List.of(jar.toString(), "test"));
    for (List<String> command : List.of(key, sign)) {
      Pm.Result result = Pm.execute(folder, command);
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
    }
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
