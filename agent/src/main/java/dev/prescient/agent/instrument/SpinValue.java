package dev.prescient.agent.instrument;

import org.objectweb.asm.tree.analysis.Value;

/**
 * What the spin proof knows of a value.
 *
 * @param carried whether it may depend on what an earlier iteration computed
 * @param wide whether it takes two slots
 */
record SpinValue(boolean carried, boolean wide) implements Value {
  static final SpinValue FIXED = new SpinValue(false, false);
  static final SpinValue CARRIED = new SpinValue(true, false);

  static SpinValue of(boolean carried, boolean wide) {
    return new SpinValue(carried, wide);
  }

  @Override
  public int getSize() {
    return wide ? 2 : 1;
  }
}
