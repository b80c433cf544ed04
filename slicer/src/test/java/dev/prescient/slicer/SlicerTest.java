package dev.prescient.slicer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.replay.trace.TraceFormatException;
import dev.prescient.slicer.formula.Encoding;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captured runs of the examples, sliced: kept as recorded, classes included. */
final class SlicerTest {
  private static Path trace(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(SlicerTest.class.getResource("/traces/" + name)).toURI());
  }

  private static Slice bank(String encoding) throws Exception {
    return Slicer.explain(
        trace("bank"),
        "0",
        "BankAccount.java:29",
        SliceOptions.DEFAULT.withEncoding(Encoding.parse(encoding)));
  }

  @Test
  void bankAccount_withHazards_showsTheLostWriteAndItsOrder() throws Exception {
    Slice s = bank("ds+hs");

    assertThat(s.certified()).isTrue();
    assertThat(s.goal()).isEqualTo("balance == expected");
    List<String> rows = s.rows().stream().map(r -> r.thread() + " " + r.text()).toList();
    int lost = rows.lastIndexOf("0.2 balance = before + AMOUNTS[i]");
    assertThat(rows.subList(0, lost).lastIndexOf("0.1 before = balance")).isPositive();
    assertThat(rows.lastIndexOf("0.1 balance = before + AMOUNTS[i]")).isGreaterThan(lost);
    assertThat(s.invariants().get(lost + 1).text())
        .contains("before of 0.1 = -10")
        .contains("hb(T0.2 BankAccount.java:35 → T0.1 BankAccount.java:35)");
    assertThat(s.statements()).isLessThan(s.ofStatements() / 3);
  }

  @Test
  void bankAccount_withDataOnly_slicesTheLostWriteAway() throws Exception {
    Slice s = bank("ds");

    assertThat(s.certified()).isTrue();
    assertThat(s.rows().stream().filter(r -> r.thread().equals("0.2"))).hasSize(2);
    assertThat(s.rows()).hasSize(9);
  }

  @Test
  void futureLoad_byDefault_namesTheReadAndTheStoreThatCameLater() throws Exception {
    Slice s = Slicer.explain(trace("future"), "0.1", "FutureLoad.java:34", SliceOptions.DEFAULT);

    assertThat(s.certified()).isTrue();
    assertThat(s.lines()).containsExactly("FutureLoad.java:39", "FutureLoad.java:32");
    assertThat(s.rows().get(1).note())
        .isEqualTo("read 1 from the future: written later at FutureLoad.java:39");
    assertThat(SliceText.of(s)).contains("got 1 from the future").contains("✓ certified");
  }

  @Test
  void sameTrace_slicedTwice_readsTheSame() throws Exception {
    assertThat(SliceText.of(bank("ds+cs+hs+late"))).isEqualTo(SliceText.of(bank("ds+cs+hs+late")));
  }

  @Test
  void smtScript_whenKept_declaresWhatItAsserts() throws Exception {
    Slice s =
        Slicer.explain(
            trace("future"),
            "0.1",
            "FutureLoad.java:34",
            new SliceOptions(Encoding.DS_HS, true, true, true, 20_000));

    assertThat(s.smt()).contains("(declare-fun hb_").contains("(check-sat)");
    assertThat(s.interpolants()).hasSize(s.rows().size() + 1);
  }

  @Test
  void threadThatDidNotFail_hasNothingToSlice() throws Exception {
    Slice s = Slicer.explain(trace("bank"), "0.9", "", SliceOptions.DEFAULT);

    assertThat(s.rows()).isEmpty();
    assertThat(s.summary()).startsWith("Nothing to slice");
  }

  @Test
  void damagedTrace_isRefusedOrEndsEarly(@TempDir Path folder) throws Exception {
    byte[] whole = Files.readAllBytes(trace("bank").resolve("trace/events.pmt"));
    Path file = Files.createDirectories(folder.resolve("trace")).resolve("events.pmt");
    byte[] flipped = whole.clone();
    flipped[whole.length / 2] ^= 1;
    Files.write(file, flipped);
    Assertions.assertThatThrownBy(() -> Slicer.read(folder, "0", ""))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("damaged");

    for (int length = 8; length < whole.length; length += 997) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(slice(folder).certified()).isFalse();
    }
  }

  private static Slice slice(Path folder) throws IOException, InterruptedException {
    return Slicer.explain(folder, "0", "BankAccount.java:29", SliceOptions.DEFAULT);
  }
}
