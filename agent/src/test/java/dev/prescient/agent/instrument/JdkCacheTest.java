package dev.prescient.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.runtime.FieldTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one process kept is what the next one finds, or nothing at all. */
class JdkCacheTest {
  private static final byte[] ORIGINAL = {1, 2, 3};
  private static final byte[] OTHER = {1, 2, 4};
  private static final byte[] WOVEN = {9, 8, 7, 6};

  @TempDir Path folder;

  @Test
  void open_afterSave_findsByNameAndBytes() {
    JdkCache first = filled();
    first.save();
    JdkCache second = JdkCache.open(folder, "key");
    assertThat(second.isEmpty()).isFalse();
    assertThat(second.find("a/B", ORIGINAL)).isEqualTo(WOVEN);
    assertThat(second.find("a/B", OTHER)).isEqualTo(new byte[] {5});
    assertThat(second.find("a/B", WOVEN)).as("bytes never seen").isNull();
    assertThat(second.find("a/Plain", ORIGINAL)).isSameAs(JdkCache.NOT_WOVEN);
    assertThat(second.find("a/Unknown", ORIGINAL)).isNull();
    assertThat(second.isWoven("a.B")).isTrue();
    assertThat(second.isWoven("a.Plain")).isFalse();
    assertThat(second.isWoven("a.Unknown")).isNull();
  }

  @Test
  void define_idsBelowTheJdksRange() {
    JdkCache cache = JdkCache.open(folder, "key");
    int one = cache.define("a.B", "x", "I", false);
    int two = cache.define("a.B", "y", "I", true);
    assertThat(two).isEqualTo(one + 1).isLessThan(FieldTable.JDK_FIELDS);
    assertThat(FieldTable.name(one)).isEqualTo("a.B.x");
    assertThat(FieldTable.define("c.D", "z", "I", false, null, 0))
        .isGreaterThanOrEqualTo(FieldTable.JDK_FIELDS);
  }

  @Test
  void open_otherKey_isEmpty() throws IOException {
    filled().save();
    Path file = onlyFile();
    Files.move(file, folder.resolve(Integer.toHexString("other".hashCode()) + ".jdk"));
    assertThat(JdkCache.open(folder, "other").isEmpty()).isTrue();
  }

  @Test
  void open_anyByteChangedOrCutOff_isEmpty() throws IOException {
    filled().save();
    Path file = onlyFile();
    byte[] right = Files.readAllBytes(file);
    for (int i = 0; i < right.length; i++) {
      byte[] wrong = right.clone();
      wrong[i] ^= 0x10;
      Files.write(file, wrong);
      assertThat(JdkCache.open(folder, "key").isEmpty()).as("byte %d", i).isTrue();
      Files.write(file, List.of()); // an empty file
      assertThat(JdkCache.open(folder, "key").isEmpty()).isTrue();
      Files.write(file, java.util.Arrays.copyOf(right, i));
      assertThat(JdkCache.open(folder, "key").isEmpty()).as("cut at %d", i).isTrue();
    }
  }

  @Test
  void save_nothingNew_leavesTheFile() throws IOException {
    filled().save();
    Path file = onlyFile();
    Files.delete(file);
    JdkCache.open(folder, "key").save();
    assertThat(Files.exists(file)).isFalse();
  }

  @Test
  void save_folderIsAFile_doesNothing() throws IOException {
    Path notAFolder = Files.createFile(folder.resolve("file"));
    JdkCache cache = JdkCache.open(notAFolder, "key");
    cache.put("a/B", ORIGINAL, WOVEN);
    cache.save();
    assertThat(cache.find("a/B", ORIGINAL)).isEqualTo(WOVEN);
    assertThat(Files.size(notAFolder)).isZero();
  }

  @Test
  void save_tooMuchForOneFile_keepsWhatThisProcessUsed() {
    byte[] half = new byte[5 << 20];
    JdkCache first = JdkCache.open(folder, "key");
    first.put("a/Big", ORIGINAL, half);
    first.put("a/B", ORIGINAL, WOVEN);
    first.save();
    JdkCache second = JdkCache.open(folder, "key");
    assertThat(second.find("a/B", ORIGINAL)).isEqualTo(WOVEN);
    second.put("a/Big2", ORIGINAL, half);
    second.save();
    JdkCache third = JdkCache.open(folder, "key");
    assertThat(third.find("a/Big", ORIGINAL)).as("used by the first only").isNull();
    assertThat(third.find("a/Big2", ORIGINAL)).isEqualTo(half);
    assertThat(third.find("a/B", ORIGINAL)).isEqualTo(WOVEN);
  }

  @Test
  void save_manyKeys_keepsTheNewestFiles() throws IOException {
    for (int i = 0; i < 20; i++) {
      JdkCache cache = JdkCache.open(folder, "key" + i);
      cache.put("a/B", ORIGINAL, WOVEN);
      cache.save();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.count()).as("16 and the one just written").isEqualTo(17);
    }
    assertThat(JdkCache.open(folder, "key19").find("a/B", ORIGINAL)).isEqualTo(WOVEN);
  }

  private JdkCache filled() {
    JdkCache cache = JdkCache.open(folder, "key");
    assertThat(cache.isEmpty()).isTrue();
    cache.define("a.B", "x", "I", false);
    cache.put("a/B", ORIGINAL, WOVEN);
    cache.put("a/B", OTHER, new byte[] {5});
    cache.put("a/Plain", ORIGINAL, JdkCache.NOT_WOVEN);
    return cache;
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList().get(0);
    }
  }
}
