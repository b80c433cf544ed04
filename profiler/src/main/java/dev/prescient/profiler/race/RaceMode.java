package dev.prescient.profiler.race;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.Mode;
import dev.prescient.agent.instrument.RacyVariables;
import dev.prescient.agent.instrument.Weaving;
import java.util.Set;

/** FastTrack over one run, threads free. */
public final class RaceMode implements Mode {
  @Override
  public Set<String> names() {
    return Set.of("race");
  }

  @Override
  public Weaving weaving(AgentContext context) {
    return new Weaving(true, false, false, RacyVariables.NONE);
  }

  @Override
  public void begin(AgentContext context) {}
}
