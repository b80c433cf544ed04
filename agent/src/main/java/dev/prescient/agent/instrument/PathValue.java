package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value of {@link CheckFlow}'s analysis: which object a local or stack slot holds.
 *
 * @param size slots of a stack, 1 or 2
 * @param path names the object: two slots of one frame with equal paths hold the same one; null for
 *     numbers and what is not known
 */
record PathValue(int size, @Nullable Object path) implements Value {
  static final PathValue NARROW = new PathValue(1, null);
  static final PathValue WIDE = new PathValue(2, null);

  /** The path of a parameter. */
  record Parameter(int local) {}

  /** The path of what a final field holds. */
  record FinalField(Object owner, String key) {}

  /**
   * The path of what different ways brought to one slot of a frame.
   *
   * @param frame by identity
   * @param slot a local, or below zero a place on the stack
   */
  record Met(CheckFrame frame, int slot) {}

  static PathValue of(Object path) {
    return new PathValue(1, path);
  }

  /** The path of a method's own object. */
  static final Parameter THIS = new Parameter(0);

  @Override
  public int getSize() {
    return size;
  }
}
