package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pm explore} and {@code pm replay} on a race that seldom fails. */
class ExploreIT {
  /** Three threads and a window that needs a switch inside each of two methods. */
  private static final String PROGRAM =
      """
      class Update {
        static int n;

        static void add() {
          int before = n;
          n = before + 1;
        }

        public static void main(String[] args) throws Exception {
          Thread[] all = new Thread[3];
          for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(Update::add);
            all[i].start();
          }
          for (Thread t : all) {
            t.join();
          }
          assert n == 3 : "n is " + n;
        }
      }
      """;

  @TempDir private Path folder;

  private static RunReport report(Path run) throws IOException {
    return ReportFile.read(run.resolve(ReportFile.NAME));
  }

  @Test
  void race_minimize_schedule() throws Exception {
    Path source = folder.resolve("Update.java");
    Files.writeString(source, PROGRAM);
    Pm.Result explored =
        Pm.run(folder, "explore", "--strategy", "race", "--budget", "12", "--tries", "4", source);
    assertThat(explored.exit()).as(explored.err()).isEqualTo(66);
    RunReport.Explored first = report(folder.resolve("pm-out/latest")).explored();
    assertThat(first).isNotNull();
    assertThat(first.strategy()).isEqualTo("race");
    assertThat(first.schedules()).isEqualTo(14);

    Pm.Result less = Pm.run(folder, "replay", "latest/F1", "--minimize", "--tries", "4");
    assertThat(less.exit()).as(less.err()).isEqualTo(66);
    assertThat(less.err()).contains(", 1 now, after ").contains("  Schedule: ");
    Path run = folder.resolve("pm-out/latest").toRealPath();
    Finding failure = report(run).failures().get(0);
    assertThat(failure.hits()).isEqualTo(4);
    String schedule = failure.schedule();
    assertThat(less.err()).contains("  Schedule: " + schedule);

    String f1 = run + "/F1";
    Pm.Result same = Pm.run(folder, "replay", f1, "--schedule", schedule, "--tries", "3");
    assertThat(same.exit()).as(same.err()).isEqualTo(66);
    Pm.Result none = Pm.run(folder, "replay", f1, "--schedule", "", "--tries", "2");
    assertThat(none.exit()).as(none.err()).isEqualTo(1);
    Pm.Result bad = Pm.run(folder, "replay", f1, "--schedule", "0@1>0.1");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err()).contains("'0@1>0.1' is no decision: expected 0@12=0.1");
    Pm.Result noFailure = Pm.run(folder, "replay", run, "--minimize");
    assertThat(noFailure.exit()).isEqualTo(2);
    Pm.Result noRace = Pm.run(folder, "explore", "--strategy", "race", "--race", "R9", source);
    assertThat(noRace.exit()).isEqualTo(2);
    assertThat(noRace.err()).contains("--race R9: ");
  }
}
