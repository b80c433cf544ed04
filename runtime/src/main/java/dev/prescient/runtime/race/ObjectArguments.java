package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's calls that give a JDK object which is not thread-safe to a
 * method of the JDK. Only objects of the JDK's own classes are looked at, and only calls of such:
 * of a subclass it is not known what it does with which lock.
 */
public final class ObjectArguments {
  private ObjectArguments() {}

  /** A static method or constructor is about to read an object's state. */
  public static void readArgument(@Nullable Object o, int site) {
    if (o != null) {
      ObjectState.read(o, ObjectClass.ANY, site);
    }
  }

  /** A static method is about to write an object's state. */
  public static void writeArgument(@Nullable Object o, int site) {
    if (o != null) {
      ObjectState.write(o, ObjectClass.ANY, site);
    }
  }

  /** A static method or string concatenation is about to take an object's text. */
  public static void showArgument(@Nullable Object o, int site) {
    if (o != null && ObjectClass.of(o, ThreadState.current()).shows) {
      ObjectState.read(o, ObjectClass.ANY, site);
    }
  }

  /** A collection or the like is about to read the state of another. */
  public static void readArgument(@Nullable Object receiver, @Nullable Object o, int site) {
    if (isUnguarded(receiver) && o != receiver) {
      readArgument(o, site);
    }
  }

  /** A collection is about to look for each of its elements in another. */
  public static void readForEach(@Nullable Object receiver, @Nullable Object o, int site) {
    if (receiver != null && ObjectState.hasElements(receiver)) {
      readArgument(receiver, o, site);
    }
  }

  /** A collection is about to compare itself with another, if that is of its kind. */
  public static void readEqual(@Nullable Object receiver, @Nullable Object o, int site) {
    if ((receiver instanceof List && o instanceof List)
        || (receiver instanceof Set && o instanceof Set)
        || (receiver instanceof Map && o instanceof Map)) {
      readArgument(receiver, o, site);
    }
  }

  /** An object is about to write the state of another. */
  public static void writeArgument(@Nullable Object receiver, @Nullable Object o, int site) {
    if (isUnguarded(receiver) && o != receiver) {
      writeArgument(o, site);
    }
  }

  /** An object is about to take the text of another. */
  public static void showArgument(@Nullable Object receiver, @Nullable Object o, int site) {
    if (receiver != null && o != receiver && ObjectClass.isPlatform(receiver.getClass())) {
      showArgument(o, site);
    }
  }

  /** Whether an object certainly takes no lock of its own around what it does. */
  private static boolean isUnguarded(@Nullable Object receiver) {
    if (receiver == null) {
      return false;
    }
    ObjectClass k = ObjectClass.of(receiver, ThreadState.current());
    return k.inherits(ObjectClass.ANY) && (k.kind == ObjectClass.STATE || k.names);
  }
}
