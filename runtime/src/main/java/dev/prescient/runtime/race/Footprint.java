package dev.prescient.runtime.race;

/**
 * What a thread accessed of one array in its present epoch (the footprint of <em>SlimState</em>).
 *
 * <p>State: of the owning thread only; the footprint goes from array to array.
 */
final class Footprint {
  /** Of no array. */
  static final Footprint NONE = new Footprint(ArrayShadow.Table.of(new byte[0]));

  ArrayShadow shadow;
  final Run reads = new Run();
  final Run writes = new Run();
  final Scatter scatter = new Scatter();

  /** Whether it is in its thread's list of those to be recorded. */
  boolean listed;

  Footprint(ArrayShadow shadow) {
    this.shadow = shadow;
  }
}
