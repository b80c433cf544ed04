package dev.prescient.replay.schedule;

import dev.prescient.replay.Divergence;
import org.jspecify.annotations.Nullable;

/** A strategy that follows a recording, and tells how well it could. */
public interface Follower {
  /** The first decision that did not fit; null if the run followed its recording. */
  @Nullable Divergence divergence();

  /** Decisions and entries that did not fit. */
  long diverged();

  /** Entries not reached when the run ended. */
  int left();
}
