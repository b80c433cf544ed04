package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.Log;
import dev.prescient.agent.Mode;
import dev.prescient.agent.instrument.RacyVariables;
import dev.prescient.agent.instrument.Weaving;
import dev.prescient.replay.trace.Recording;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lets the program's threads run in parallel and records the order of their operations, which a
 * controlled run can follow.
 *
 * <p>State: set by {@link #weaving} and used by {@link #begin}, on the thread that starts the
 * agent.
 */
public final class FreeMode implements Mode {
  private RacyVariables racy = RacyVariables.NONE;
  private @Nullable ClassCheck classes;

  @Override
  public Weaving weaving(AgentContext context) {
    racy = ControlledMode.racyVariables(context.options());
    ClassCheck check = new ClassCheck(null);
    classes = check;
    return Weaving.free(racy, check);
  }

  @Override
  public void begin(AgentContext context) {
    ClassCheck check = classes;
    if (check == null) {
      throw new IllegalStateException("weaving comes before begin");
    }
    long seed = context.options().number(AgentOption.SEED);
    Recording.Header header = ControlledMode.header(seed, "free", racy);
    try {
      new FreeRecorder(context, header, check).begin();
    } catch (IOException e) {
      Log.error("cannot write the run's folder: " + e);
      Runtime.getRuntime().halt(2);
    }
  }
}
