package dev.prescient.cli.hunt;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.memory.Dependences;
import dev.prescient.slicer.symbolic.Taints;
import dev.prescient.slicer.symbolic.TraceExecution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What depends on guesses in a captured run, as the slicer follows it. */
public final class CapturedDependences implements Dependences {
  private final Taints taints;

  private CapturedDependences(Taints taints) {
    this.taints = taints;
  }

  /** Parameters as in {@link Dependences.Analysis#of}. */
  public static Dependences of(
      Path run, List<Occurrence> guesses, Map<Occurrence, Occurrence> sources) throws IOException {
    return guesses.size() > Taints.MOST
        ? Dependences.unknown("it has more than " + Taints.MOST + " guesses")
        : new CapturedDependences(TraceExecution.taints(run, guesses, sources));
  }

  @Override
  public boolean leads(Occurrence guess, Occurrence access) {
    return taints.leads(guess, access);
  }

  @Override
  public int visits(String thread, long site) {
    return taints.visits(thread, site);
  }

  @Override
  public String note() {
    return taints.lost() == 0 ? "" : taints.lost() + " events of it could not be followed";
  }
}
