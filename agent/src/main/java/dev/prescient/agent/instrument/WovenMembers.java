package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;

/**
 * Which classes were woven when they were loaded and so may have members of ours. The JVM takes a
 * class that another agent has transformed again only with the members it has: such a class must be
 * woven as at its load, and one that was not must get none.
 *
 * <p>State: the names are guarded by this object's monitor, under which no other code runs.
 */
final class WovenMembers {
  private final ClassesByLoader<Boolean> woven = new ClassesByLoader<>();

  /** Notes that a class was woven at its load. */
  synchronized void note(String name, @Nullable ClassLoader loader) {
    woven.of(loader).put(name, true);
  }

  /** Whether a class that is transformed again was woven at its load. */
  synchronized boolean has(String name, @Nullable ClassLoader loader) {
    return woven.of(loader).containsKey(name);
  }
}
