package dev.prescient.slicer.symbolic;

/** The events of a thread do not fit its bytecode: the rest of the call is left out and counted. */
final class LostTrack extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LostTrack(String why) {
    super(why);
  }
}
