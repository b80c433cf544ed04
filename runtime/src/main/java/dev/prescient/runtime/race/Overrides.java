package dev.prescient.runtime.race;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The methods that application classes declare which extend a JDK class: a call that ends in one of
 * them is not a call of the JDK's method. Told when a class is woven, by name: classes of one name
 * in several loaders share what they declare.
 *
 * <p>State: everything is guarded by the monitor of {@code LOCK}.
 */
public final class Overrides {
  private static final Object LOCK = new Object();
  private static @Nullable String[] classes = new String[16];
  private static String[] methods = new String[16];
  private static int size;

  private Overrides() {}

  /**
   * Tells what a class declares.
   *
   * @param name of the class, {@code a.b.C}
   * @param declared names of its methods, separated by blanks
   */
  public static void declare(String name, String declared) {
    synchronized (LOCK) {
      for (int i = 0; i < size; i++) {
        if (name.equals(classes[i])) {
          methods[i] = methods[i].concat(" ").concat(declared);
          return;
        }
      }
      if (size == classes.length) {
        classes = Arrays.copyOf(classes, size * 2);
        methods = Arrays.copyOf(methods, size * 2);
      }
      classes[size] = name;
      methods[size++] = declared;
    }
  }

  /** What a class declares, or null if it was not woven. */
  static @Nullable String of(String name) {
    synchronized (LOCK) {
      for (int i = 0; i < size; i++) {
        if (name.equals(classes[i])) {
          return methods[i];
        }
      }
      return null;
    }
  }
}
