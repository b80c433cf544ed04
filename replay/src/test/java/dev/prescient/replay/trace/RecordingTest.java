package dev.prescient.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recording's file: what is written is read, also when it is cut, never when it is damaged. */
class RecordingTest {
  private static final Recording.Header HEADER =
      new Recording.Header(
          "Main a b", "17.0.1", -7, 1_700_000_000_000L, "p", List.of("a/B.c:I"), List.of("[I"));
  private static final Recording.Choice SWITCH =
      new Recording.Choice(
          Recording.Kind.THREAD,
          "0",
          5,
          "0.1",
          true,
          false,
          true,
          List.of("0", "0.1"),
          -42,
          "A.java:1");
  private static final Recording.Choice WAKE =
      new Recording.Choice(
          Recording.Kind.WAITER, "0.1", 300, "0", false, false, false, List.of(), 0, "");

  private static final Recording.Choice VALUE =
      new Recording.Choice(
          Recording.Kind.VALUE,
          "0",
          17,
          "2",
          false,
          false,
          false,
          List.of("0", "1", "2"),
          -43,
          "A.java:2");

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("schedule.pms");
    try (RecordingWriter out = new RecordingWriter(file, HEADER)) {
      out.type("a/B", 123456789123456789L);
      out.thread("0", "main");
      out.choice(SWITCH);
      out.flush();
      out.choice(WAKE);
      out.choice(VALUE);
      out.time(new Recording.Time("0.1", 301, 1L << 40));
      out.mark("0", 9);
    }
  }

  @Test
  void order_writtenAndRead_isTheSame() throws IOException {
    Order.Builder expected = new Order.Builder();
    try (RecordingWriter out = new RecordingWriter(file, HEADER)) {
      for (int block = 0; block < 3; block++) {
        long[] runs = {1L << 32 | 7, 2, 40L << 32 | Integer.MAX_VALUE, 1L << 32 | 1};
        out.order(runs, 0, runs.length, id -> "0." + id);
        out.flush();
        expected.add("0.1", 7).add("0.0", 2).add("0.40", Integer.MAX_VALUE).add("0.1", 1);
      }
    }
    Order read = RecordingReader.read(file).order();
    assertThat(text(read)).isEqualTo(text(expected.build()));
    assertThat(read.size()).isEqualTo(10); // the last of a block goes on in the next
    assertThat(read.operations()).isEqualTo(3 * (10L + Integer.MAX_VALUE));
    Recording copy = RecordingReader.read(file);
    RecordingWriter.write(file, copy);
    assertThat(text(RecordingReader.read(file).order())).isEqualTo(text(read));
  }

  private static String text(Order order) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < order.size(); i++) {
      text.append(order.paths().get(order.thread(i))).append('*').append(order.count(i));
      text.append(' ');
    }
    return text.toString();
  }

  @Test
  void order_cutAnywhere_hasWhatIsWhole() throws IOException {
    List<Long> ends = new ArrayList<>();
    List<Long> operations = new ArrayList<>();
    try (RecordingWriter out = new RecordingWriter(file, HEADER)) {
      for (int block = 0; block < 4; block++) {
        out.flush();
        ends.add(Files.size(file));
        operations.add(7L * block);
        out.order(new long[] {1L << 32 | 5, 2L << 32 | 2}, 0, 2, id -> "0." + id);
      }
    }
    byte[] all = Files.readAllBytes(file);
    for (int cut = ends.get(0).intValue(); cut < all.length; cut++) {
      Files.write(file, Arrays.copyOf(all, cut));
      Recording r = RecordingReader.read(file);
      int whole = 0;
      while (whole + 1 < ends.size() && ends.get(whole + 1) <= cut) {
        whole++;
      }
      assertThat(r.order().operations()).as("byte %d", cut).isEqualTo(operations.get(whole));
      assertThat(r.truncated()).as("byte %d", cut).isEqualTo(ends.get(whole) != cut);
    }
  }

  @Test
  void order_runOfNothing_isDamage() throws IOException {
    try (RecordingWriter out = new RecordingWriter(file, HEADER)) {
      out.order(new long[] {1L << 32}, 0, 1, id -> "0");
    }
    assertThatThrownBy(() -> RecordingReader.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a run of no operations");
  }

  @Test
  void recording_writtenAndRead_isTheSame() throws IOException {
    Recording r = RecordingReader.read(file);
    assertThat(r.header()).isEqualTo(HEADER);
    assertThat(r.choices()).containsExactly(SWITCH, WAKE, VALUE);
    assertThat(r.times()).containsExactly(new Recording.Time("0.1", 301, 1L << 40));
    assertThat(r.classes()).containsEntry("a/B", 123456789123456789L);
    assertThat(r.threads()).containsEntry("0", "main");
    assertThat(r.marks()).isEqualTo(1);
    assertThat(r.truncated()).isFalse();
  }

  @Test
  void recording_cutAnywhere_hasWhatIsWhole() throws IOException {
    byte[] all = Files.readAllBytes(file);
    int header = 8 + 8 + length(all, 8);
    int first = header + 8 + length(all, header);
    for (int cut = header; cut < all.length; cut++) {
      Files.write(file, Arrays.copyOf(all, cut));
      Recording r = RecordingReader.read(file);
      assertThat(r.choices()).hasSize(cut < first ? 0 : 1);
      assertThat(r.truncated()).isEqualTo(cut != header && cut != first);
    }
  }

  private static int length(byte[] all, int at) {
    return ((all[at] & 0xFF) << 24)
        | ((all[at + 1] & 0xFF) << 16)
        | ((all[at + 2] & 0xFF) << 8)
        | (all[at + 3] & 0xFF);
  }

  @Test
  void recording_withAnyByteChanged_isRefused() throws IOException {
    byte[] all = Files.readAllBytes(file);
    for (int i = 16; i < all.length; i++) {
      byte[] bad = all.clone();
      bad[i] ^= 0x40;
      Files.write(file, bad);
      try {
        Recording r = RecordingReader.read(file);
        assertThat(r.truncated()).as("byte %d", i).isTrue(); // a length beyond the file's end
      } catch (TraceFormatException e) {
        assertThat(e.getMessage()).contains(file.toString());
      }
    }
  }

  @Test
  void file_ofAnotherKind_isRefusedWithItsName() throws IOException {
    Files.writeString(file, "this is no recording at all", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> RecordingReader.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void blocks_ofRandomBytes_areRefused() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      byte[] garbage = new byte[1 + random.nextInt(60)];
      random.nextBytes(garbage);
      try (RecordingWriter out = new RecordingWriter(file, HEADER)) {
        out.thread("0", "main");
      }
      try (BlockWriter out = new BlockWriter(file, Recording.MAGIC)) {
        out.write(garbage, 0, garbage.length);
        out.write(garbage, 0, garbage.length);
      }
      try {
        RecordingReader.read(file);
      } catch (TraceFormatException e) {
        assertThat(e.getMessage()).contains("damaged");
      }
    }
  }
}
