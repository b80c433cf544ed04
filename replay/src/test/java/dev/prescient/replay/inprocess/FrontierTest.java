package dev.prescient.replay.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrontierTest {
  @TempDir Path folder;

  private static Recording.Choice choice(String thread, int n, String chosen) {
    return new Recording.Choice(
        Recording.Kind.THREAD, thread, n, chosen, true, false, true, List.of(), 0, "");
  }

  @Test
  void noFile_isTheBeginning() throws IOException {
    Frontier f = Frontier.read(folder, 2);
    assertThat(f.tried()).isZero();
    assertThat(f.bound().next().orElseThrow().choices()).isEmpty();
    assertThat(f.bound().next()).isEmpty();
  }

  @Test
  void whatIsWritten_isReadInTheSameOrder() throws IOException {
    List<Recording.Choice> run = List.of(choice("0", 4, "0.1"), choice("0.1", 2, "0"));
    List<ContextBound.Prefix> left =
        List.of(
            new ContextBound.Prefix(run, 1, null, 1),
            new ContextBound.Prefix(run, 1, choice("0.1", 2, "0.2"), 2),
            new ContextBound.Prefix(run, 2, null, 2));
    new Frontier(40, 20, 1, new ContextBound(2, left, true)).write(folder);
    Frontier read = Frontier.read(folder, 2);
    assertThat(read.tried()).isEqualTo(40);
    assertThat(read.random()).isEqualTo(20);
    assertThat(read.diverged()).isEqualTo(1);
    assertThat(read.bound().exhausted()).isZero();
    for (int i : new int[] {0, 2, 1}) { // fewest preemptions first, then the latest
      ContextBound.Prefix p = read.bound().next().orElseThrow();
      assertThat(p.choices()).isEqualTo(left.get(i).choices());
      assertThat(p.price()).isEqualTo(left.get(i).price());
    }
    assertThat(read.bound().next()).isEmpty();
  }

  @Test
  void aCutOrForeignFile_isRefused() throws IOException {
    new Frontier(
            1,
            1,
            0,
            new ContextBound(1, List.of(new ContextBound.Prefix(List.of(), 0, null, 1)), true))
        .write(folder);
    Path file;
    try (var files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Frontier.read(folder, 2)).isInstanceOf(TraceFormatException.class);
    }
    whole[0] ^= 1;
    Files.write(file, whole);
    assertThatThrownBy(() -> Frontier.read(folder, 2)).isInstanceOf(TraceFormatException.class);
  }
}
