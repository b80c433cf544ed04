package dev.prescient.profiler.race;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The races of an earlier run: known ones do not make a run fail. */
public final class Baseline {
  /** No run. */
  public static final Baseline NONE = new Baseline(Set.of());

  private static final List<String> FILES = List.of("report.json", RacesFile.NAME);

  private final Set<String> fingerprints;

  private Baseline(Set<String> fingerprints) {
    this.fingerprints = fingerprints;
  }

  /**
   * The one that the options name, if they name one.
   *
   * @throws AgentOptions.Invalid if there is no such file
   * @throws JsonFormatException as {@link #read}
   */
  public static Baseline of(AgentOptions options) throws IOException {
    String text = options.text(AgentOption.BASELINE);
    return text.isEmpty() ? NONE : read(options.path(AgentOption.BASELINE));
  }

  /**
   * Reads one.
   *
   * @param place {@code races.json} or {@code report.json} of a run, or its folder
   * @throws AgentOptions.Invalid if there is no such file
   * @throws JsonFormatException if it is not what a run wrote
   */
  public static Baseline read(Path place) throws IOException {
    Path file = place;
    if (Files.isDirectory(place)) {
      file =
          FILES.stream()
              .map(place::resolve)
              .filter(Files::exists)
              .findFirst()
              .orElseThrow(
                  () ->
                      new AgentOptions.Invalid(
                          "baseline "
                              + place
                              + ": the folder has no "
                              + String.join(" or ", FILES)
                              + "; give the folder of a run."));
    }
    try {
      Set<String> fingerprints = new HashSet<>();
      for (RaceReport r :
          RacesFile.races(JsonFiles.read(file, RacesFile.SCHEMA, RacesFile.REPORT_SCHEMA))) {
        fingerprints.add(r.fingerprint());
      }
      return new Baseline(fingerprints);
    } catch (NoSuchFileException e) {
      throw new AgentOptions.Invalid("baseline " + place + ": there is no such file.");
    }
  }

  /** Whether the earlier run found the same race, its lines perhaps moved. */
  public boolean knows(RaceReport race) {
    return fingerprints.contains(race.fingerprint());
  }
}
