package dev.prescient.replay.memory;

import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.ObjectNames;
import dev.prescient.profiler.value.Value;
import dev.prescient.profiler.value.Variable;
import dev.prescient.runtime.memory.FieldValues;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Values of this run and their names for other runs.
 *
 * <p>State: {@code names} is guarded by the {@link MemoryRun}.
 */
final class RunValues {
  final ObjectNames names = new ObjectNames();

  /** A value as another run can understand it; an object without a name goes by its class. */
  Value value(char type, LiveValue v) {
    Object object = v.object();
    if (object == null) {
      return new Value(type, v.bits(), null);
    }
    String name = names.name(object);
    return new Value('L', 0, name == null ? object.getClass().getName() : name);
  }

  /** Whether another run can find the value. */
  boolean nameable(LiveValue v) {
    Object object = v.object();
    return object == null || names.name(object) != null;
  }

  /**
   * Another run's value in this run; null if its object does not exist (yet) or does not fit.
   *
   * @param owner of the variable: if an array, the value must fit its elements
   */
  @Nullable LiveValue live(Value v, Object owner) {
    if (v.type() != 'L') {
      return LiveValue.of(v.bits(), null);
    }
    if (v.reference() == null) {
      return LiveValue.DEFAULT;
    }
    Object object = names.find(v.reference());
    Class<?> element = owner.getClass().getComponentType();
    return object == null || (element != null && !element.isInstance(object))
        ? null
        : LiveValue.of(0, object);
  }

  /** What a field holds; its default value if that cannot be found out. */
  static LiveValue field(Object owner, String declaration) {
    try {
      return Variable.typeOf(declaration) == 'L'
          ? LiveValue.of(0, FieldValues.reference(owner, declaration))
          : LiveValue.of(FieldValues.bits(owner, declaration), null);
    } catch (ReflectiveOperationException e) {
      return LiveValue.DEFAULT;
    }
  }

  /** What an array's element holds. */
  static LiveValue element(Object array, int index) {
    if (array instanceof Object[] objects) {
      return LiveValue.of(0, objects[index]);
    }
    if (array instanceof boolean[] flags) {
      return LiveValue.of(flags[index] ? 1 : 0, null);
    }
    if (array instanceof char[] chars) {
      return LiveValue.of(chars[index], null);
    }
    if (array instanceof float[] floats) {
      return LiveValue.of(Float.floatToRawIntBits(floats[index]), null);
    }
    if (array instanceof double[] doubles) {
      return LiveValue.of(Double.doubleToRawLongBits(doubles[index]), null);
    }
    return LiveValue.of(Array.getLong(array, index), null);
  }
}
