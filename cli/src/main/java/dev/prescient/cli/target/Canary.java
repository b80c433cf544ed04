package dev.prescient.cli.target;

import dev.prescient.agent.AgentOption;
import dev.prescient.canary.LockedCanary;
import dev.prescient.canary.RacyCanary;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The self-test before "nothing found" is believed: on the program's own JDK a racy program must be
 * reported and its locked twin must not.
 */
public final class Canary {
  /** What {@link #check} answers when all is well. */
  public static final String PASSED = "passed";

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private Canary() {}

  /**
   * Runs both.
   *
   * @param folder gets a folder {@code canary}
   * @return {@link #PASSED}, or {@code failed: } and why
   */
  public static String check(Program program, Path folder)
      throws IOException, InterruptedException {
    String racy = races(program, RacyCanary.class, folder);
    if (!racy.equals("1")) {
      return "failed: the racy canary gave " + racy + " races, expected 1";
    }
    String locked = races(program, LockedCanary.class, folder);
    if (!locked.equals("0")) {
      return "failed: the locked canary gave " + locked + " races, expected 0";
    }
    return PASSED;
  }

  private static String races(Program program, Class<?> main, Path folder)
      throws IOException, InterruptedException {
    Path jar = PmJar.path();
    Path run = Files.createDirectories(folder.resolve("canary").resolve(main.getSimpleName()));
    Program canary =
        new Program(
            program.java(),
            List.of("-cp", jar.toString(), main.getName()),
            program.workingFolder());
    Finished finished =
        new Launcher(canary, jar)
            .launch(
                new Launch(
                    run,
                    true,
                    Map.of(AgentOption.MODE, "race"),
                    false,
                    true,
                    TIMEOUT,
                    Launch.Output.KEEP));
    Path races = run.resolve(RacesFile.NAME);
    if (finished.timedOut() || !Files.exists(races)) {
      return "no result instead of";
    }
    return String.valueOf(RacesFile.read(races).size());
  }
}
