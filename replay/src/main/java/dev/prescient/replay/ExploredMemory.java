package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.trace.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * What loads of racy variables return, as a part of an exploration in one JVM: old values that they
 * see, and values that are stored only later. Found by its name, since it lives above this package.
 */
public interface ExploredMemory {
  /** The one there is. */
  static ExploredMemory of(AgentContext context) {
    try {
      return Class.forName("dev.prescient.replay.memory.MemorySearch")
          .asSubclass(ExploredMemory.class)
          .getConstructor(AgentContext.class)
          .newInstance(context);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The next run begins as given; after that its loads return the latest values. */
  void follow(List<Recording.Choice> prefix);

  /** The loads of the next run return what they may at random. */
  void wander(long seed);

  /** The run has ended: its outcome with what became of its loads. */
  Outcome ended(Outcome outcome);

  /** The decisions of the run that has ended, with what its loads might have returned. */
  List<Recording.Choice> told(List<Recording.Choice> choices);

  /**
   * The schedules that values found in the run that has ended lead to, be it at its own loads or at
   * those of earlier runs.
   *
   * @param branched which of its decisions were branched
   * @param price of its prefix
   */
  List<ContextBound.Prefix> found(List<Recording.Choice> choices, BitSet branched, int price);

  /** Runs the schedule of a run again. */
  @FunctionalInterface
  interface Again {
    /** A run with the memory model as it is set up now. */
    Outcome run();
  }

  /**
   * What the run that has ended and failed needed. Afterwards it is forgotten.
   *
   * @param home where it was {@linkplain #keep kept}
   */
  Cause cause(Outcome failed, Path home, Again again);

  /** Loads, values and decisions that did not fit in the bounds of the search, in all runs. */
  long notTried();

  /** Leaves what was injected in the run that has ended, so that it can be run again. */
  void keep(Path home) throws IOException;
}
