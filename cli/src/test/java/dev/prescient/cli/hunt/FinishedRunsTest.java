package dev.prescient.cli.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinishedRunsTest {
  @TempDir private Path folder = Path.of("unset");

  @Test
  void prune_runsOfCandidates_stayAndOthersGo() throws IOException {
    Path kept = run("0002-profile");
    Path gone = run("0001-race");
    Files.writeString(
        folder.resolve(SourcesFile.NAME),
        "{\"schema\":\"prescient/sources/1\",\"candidates\":"
            + "[{\"id\":\"C1\",\"run\":\"runs/0002-profile\",\"with\":[]}]}");
    FinishedRuns.prune(folder, folder.resolve("runs"));
    assertThat(kept.resolve("trace/schedule.pms")).exists();
    assertThat(gone).doesNotExist();
  }

  @Test
  void prune_noCandidates_removesTheFolder() throws IOException {
    run("0001-explore");
    FinishedRuns.prune(folder, folder.resolve("runs"));
    assertThat(folder.resolve("runs")).doesNotExist();
    FinishedRuns.prune(folder, folder.resolve("runs"));
  }

  private Path run(String name) throws IOException {
    Path run = folder.resolve("runs").resolve(name);
    Files.createDirectories(run.resolve("trace"));
    Files.writeString(run.resolve("trace/schedule.pms"), "");
    return run;
  }
}
