package dev.prescient.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Keeps our synthetic fields and methods out of sight of reflection, and so out of default
 * serialisation and out of computed serial version identifiers. Woven into the JDK's own filters.
 */
public final class HiddenFields {
  /** Names of all our fields and methods start so. */
  public static final String PREFIX = "$pm$";

  /** The field that holds the clock of an object's monitor. */
  public static final String MONITOR = PREFIX + "monitor";

  /** The constant with the names of the volatile instance fields that have clocks beside them. */
  public static final String VOLATILES = PREFIX + "volatiles";

  /** As {@link #VOLATILES}, of the static ones. */
  public static final String STATIC_VOLATILES = PREFIX + "Volatiles";

  /** The name of such a clock's field begins so and ends with the volatile field's. */
  public static final String CLOCK = PREFIX + "v$";

  /** As {@link #CLOCK}, of a static one. */
  public static final String STATIC_CLOCK = PREFIX + "V$";

  /** Stands after each of the names; in no name of a field (JVMS 4.2.2). */
  public static final char SEPARATOR = ';';

  private HiddenFields() {}

  /** The fields that are the program's own; the same array if all are. */
  public static Field[] filter(Field[] fields) {
    int own = 0;
    for (Field f : fields) {
      own += f.getName().startsWith(PREFIX) ? 0 : 1;
    }
    if (own == fields.length) {
      return fields;
    }
    Field[] seen = new Field[own];
    int i = 0;
    for (Field f : fields) {
      if (!f.getName().startsWith(PREFIX)) {
        seen[i++] = f;
      }
    }
    return seen;
  }

  /** The methods that are the program's own; the same array if all are. */
  public static Method[] filter(Method[] methods) {
    int own = 0;
    for (Method m : methods) {
      own += m.getName().startsWith(PREFIX) ? 0 : 1;
    }
    if (own == methods.length) {
      return methods;
    }
    Method[] seen = new Method[own];
    int i = 0;
    for (Method m : methods) {
      if (!m.getName().startsWith(PREFIX)) {
        seen[i++] = m;
      }
    }
    return seen;
  }
}
