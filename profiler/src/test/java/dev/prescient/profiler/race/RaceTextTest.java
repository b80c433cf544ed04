package dev.prescient.profiler.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.report.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceTextTest {
  @Test
  void text_ofRaces_isAsInTheGoldenFile() throws IOException {
    List<RaceReport> others =
        List.of(
            SampleRaces.FIELD.judged("a counter\nfor display", false),
            SampleRaces.ARRAY.judged("", true));
    StringBuilder text = new StringBuilder();
    text.append(RaceText.of(SampleRaces.FIELD)).append(RaceText.of(SampleRaces.ARRAY));
    RaceText.others(others).forEach(l -> text.append(l).append('\n'));
    text.append(RaceText.total(others)).append('\n');
    Path golden = Path.of("src/test/resources/golden/races.txt");
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(golden, text);
    }
    assertThat(text).hasToString(Files.readString(golden));
  }

  @Test
  void fingerprint_ofMovedCode_stays() {
    Access moved =
        new Access(
            true,
            "Cache.java:99",
            "00",
            "com.acme.Cache.lambda$put$7",
            "0.4",
            "",
            "",
            Access.Kept.NOTHING,
            List.of(),
            List.of(),
            List.of());
    RaceReport r = SampleRaces.FIELD;
    RaceReport turned =
        new RaceReport(
            "R9",
            r.variable(),
            r.kind(),
            r.declaration(),
            r.type(),
            1,
            r.second(),
            moved,
            null,
            List.of(),
            "",
            false);
    assertThat(turned.fingerprint()).isEqualTo(r.fingerprint());
    assertThat(turned.cause()).isNotEqualTo(r.cause());
  }

  @Test
  void frames_asJavaPrintsThem_areRead() {
    assertThat(Frame.parse("java.base/java.lang.Thread.run(Thread.java:840)"))
        .isEqualTo(new Frame("java.lang.Thread.run", "Thread.java", 840));
    assertThat(Frame.parse("app//a.B$C.<init>(B.kt)"))
        .isEqualTo(new Frame("a.B$C.<init>", "B.kt", -1));
    assertThat(Frame.parse("a.B$$Lambda$1/0x00.run(Unknown Source)").file()).isEmpty();
    assertThat(Frame.parse("nonsense")).isEqualTo(new Frame("nonsense", "", -1));
    assertThat(Frame.parse("java.util.HashMap.put(HashMap.java:7)").isJdk()).isTrue();
    assertThat(Frame.parse("javax.mail.Session.get(S.java:7)").isJdk()).isFalse();
    assertThat(Frame.parse("a.b.C.m(C.java:1)").className()).isEqualTo("a.b.C");
  }
}
