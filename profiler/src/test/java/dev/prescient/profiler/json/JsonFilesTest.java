package dev.prescient.profiler.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;

import dev.prescient.agent.site.Site;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.SitesFile;
import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFilesTest {
  private static final Access WRITE =
      new Access(
          true,
          "Cache.java:41",
          "00000000000000ff",
          "a.Cache.put",
          "0.1",
          "loader \"<b>\n\u2028",
          "14@T0.1",
          Access.Kept.ANOTHER,
          List.of("a.Cache.put(Cache.java:41)"),
          List.of("java.util.HashMap.put(HashMap.java:7)"),
          List.of("java.lang.Object#1"));
  private static final Access READ =
      new Access(
          false,
          "Cache.java:52",
          "",
          "a.Cache.get",
          "~Finalizer",
          "Finalizer",
          "9@T~Finalizer",
          Access.Kept.NOTHING,
          List.of(),
          List.of(),
          List.of());
  private static final List<RaceReport> RACES =
      List.of(
          new RaceReport(
              "R1",
              "a.Cache.size",
              RaceReport.Kind.FIELD,
              "a/Cache.size:I",
              "int",
              12,
              WRITE,
              READ,
              new RaceReport.RacyObject(
                  "a.Cache#1", -1, "0.2", List.of("a.Main.main(Main.java:1)")),
              List.of(
                  new RaceReport.ThreadStart(
                      "0.1", "loader", "0", List.of("a.Main.main(Main.java:2)"))),
              "not \"ours\"",
              true));
  private static final List<Candidate> CANDIDATES =
      List.of(
          new Candidate(
              "C1",
              Candidate.Kind.FUTURE,
              false,
              "a.Cache.size",
              "a/Cache.size:I",
              new Occurrence("0", -1L, 1),
              "Cache.java:52",
              new Occurrence("0.1", Long.MIN_VALUE, 3),
              "Cache.java:41",
              new Value('J', Long.MIN_VALUE, null)),
          new Candidate(
              "C2",
              Candidate.Kind.STALE,
              true,
              "a.Cache.last",
              "a/Cache.last:La/Entry;",
              new Occurrence("0", 7, 1),
              "Cache.java:53",
              null,
              "initial value",
              new Value('L', 0, "a.Entry@0000000000000001:0.1:2")));
  private static final List<Site> SITES =
      List.of(
          new Site(5, "a/Cache", "put", "(I)V", -1, -1, null, null),
          new Site(-5, "a/Cache", "put", "(I)V", 3, 41, "Cache.java", "a/Cache.size:I"));
  private static final AgentFile AGENT =
      new AgentFile(
          "race",
          "17",
          3,
          120,
          Map.of("history", new AgentFile.Option("4", "default")),
          Map.of("classesWoven", 3L),
          List.of("unused suppression: race:x"));

  @TempDir private Path folder;

  @Test
  void files_writtenAndRead_areEqual() throws IOException {
    Path file = folder.resolve("x.json");
    RacesFile.write(file, RACES);
    assertThat(RacesFile.read(file)).isEqualTo(RACES);
    CandidatesFile.write(file, CANDIDATES);
    assertThat(CandidatesFile.read(file)).isEqualTo(CANDIDATES);
    SitesFile.write(file, SITES);
    assertThat(SitesFile.read(file)).isEqualTo(SITES);
    AgentFile.write(file, AGENT);
    assertThat(AgentFile.read(file)).isEqualTo(AGENT);
    assertThat(folder).isDirectoryContaining("glob:**/x.json");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void write_thatFails_leavesTheOldFile() throws IOException {
    Path file = folder.resolve("x.json");
    RacesFile.write(file, RACES);
    assertThatThrownBy(
            () ->
                JsonFiles.write(
                    file,
                    out -> {
                      out.writeStartObject();
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(RacesFile.read(file)).isEqualTo(RACES);
    assertThat(folder.resolve("x.json.part")).doesNotExist();
  }

  @Test
  void read_wrongType_namesFileFieldAndExpectation() throws IOException {
    Path file = folder.resolve("x.json");
    RacesFile.write(file, RACES);
    replace(file, "\"count\" : 12", "\"count\" : \"twelve\"");
    assertThatThrownBy(() -> RacesFile.read(file))
        .isInstanceOf(JsonFormatException.class)
        .hasMessage(
            file
                + ": races[0].count: expected a whole number in 0..9223372036854775807, found"
                + " \"twelve\".");
  }

  @Test
  void read_missingField_isTold() throws IOException {
    Path file = folder.resolve("x.json");
    RacesFile.write(file, RACES);
    replace(file, "\"siteHash\" : \"00000000000000ff\",", "");
    assertThatThrownBy(() -> RacesFile.read(file))
        .hasMessage(file + ": races[0].first.siteHash: expected a text, found nothing.");
  }

  @Test
  void read_unknownField_isTolerated() throws IOException {
    Path file = folder.resolve("x.json");
    RacesFile.write(file, RACES);
    replace(file, "\"count\" : 12", "\"count\" : 12, \"later\" : [{\"a\": 1.5}]");
    assertThat(RacesFile.read(file)).isEqualTo(RACES);
  }

  @Test
  void read_otherKindOfFile_isRefused() throws IOException {
    Path file = folder.resolve("x.json");
    CandidatesFile.write(file, CANDIDATES);
    assertThatThrownBy(() -> RacesFile.read(file))
        .isInstanceOf(JsonFormatException.class)
        .hasMessageContaining("expected schema prescient/races/1, found");
  }

  @Test
  void read_deepNesting_isRefused() throws IOException {
    Path file = folder.resolve("x.json");
    Files.writeString(file, "[".repeat(100_000));
    assertThatThrownBy(() -> RacesFile.read(file)).isInstanceOf(JsonFormatException.class);
  }

  @Test
  void read_damagedFile_readsOrSaysSo() throws IOException {
    Path good = folder.resolve("good.json");
    Path bad = folder.resolve("bad.json");
    CandidatesFile.write(good, CANDIDATES);
    byte[] whole = Files.readAllBytes(good);
    String alphabet = "{}[]\",:0123456789-.eEtrufalsn \n\\\0";
    for (long seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = whole.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] =
            (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
      Files.write(bad, java.util.Arrays.copyOf(bytes, length));
      try {
        CandidatesFile.read(bad);
      } catch (JsonFormatException e) {
        assertThat(e).hasMessageStartingWith(bad.toString()).hasMessageContaining("expected");
      } catch (RuntimeException | IOException e) {
        fail("seed " + seed, e);
      }
    }
  }

  private static void replace(Path file, String from, String to) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }
}
