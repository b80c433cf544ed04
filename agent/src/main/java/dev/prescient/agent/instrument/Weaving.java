package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;

/**
 * What a mode asks to be woven. Synchronisation is always woven, everywhere.
 *
 * @param detect FastTrack's checks of every non-final field and array element of the application
 * @param control scheduling points, monitors, waiting, time: the controlled scheduler
 * @param capture the events that the slicer needs
 * @param racy the variables whose accesses go through the memory model
 * @param listener told of each application class, or null
 */
public record Weaving(
    boolean detect,
    boolean control,
    boolean capture,
    RacyVariables racy,
    @Nullable WovenListener listener) {

  /** Nobody listens. */
  public Weaving(boolean detect, boolean control, boolean capture, RacyVariables racy) {
    this(detect, control, capture, racy, null);
  }
}
