package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;

/**
 * What a mode asks to be woven. Synchronisation is always woven, everywhere, but for free runs.
 *
 * @param detect FastTrack's checks of every non-final field and array element of the application
 * @param control scheduling points, monitors, waiting, time: the controlled scheduler
 * @param free only the order of operations of threads that run free
 * @param capture the events that the slicer needs
 * @param racy the variables whose accesses go through the memory model, or are operations
 * @param listener told of each application class, or null
 */
public record Weaving(
    boolean detect,
    boolean control,
    boolean free,
    boolean capture,
    RacyVariables racy,
    @Nullable WovenListener listener) {

  /** Not for a free run. */
  public Weaving(
      boolean detect,
      boolean control,
      boolean capture,
      RacyVariables racy,
      @Nullable WovenListener listener) {
    this(detect, control, false, capture, racy, listener);
  }

  /** Nobody listens. */
  public Weaving(boolean detect, boolean control, boolean capture, RacyVariables racy) {
    this(detect, control, capture, racy, null);
  }

  /** For a free run. */
  public static Weaving free(RacyVariables racy, WovenListener listener) {
    return new Weaving(false, false, true, false, racy, listener);
  }
}
