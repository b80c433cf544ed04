package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.race.RaceLog;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack in controlled runs ({@code detect=true}): the schedule reaches places that free threads
 * do not, so their races are reported as well.
 *
 * <p>State: {@code log} is set before the program starts; null if the option is off.
 */
public final class RaceDetection implements RunExtension {
  private @Nullable RaceLog log;

  @Override
  public void begin(AgentContext context, Path folder) throws IOException {
    if (context.options().on(AgentOption.DETECT)) {
      log = RaceLog.install(context, report -> {});
    }
  }

  @Override
  public void atExit(Path folder) throws IOException {
    if (log != null) {
      log.countWhatIsLeftOut();
      RacesFile.write(folder.resolve(RacesFile.NAME), log.reports());
    }
  }
}
