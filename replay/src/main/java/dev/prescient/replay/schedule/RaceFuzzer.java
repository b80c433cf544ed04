package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.SiteKeys;

/**
 * Race-directed random testing (Sen, PLDI 2008, <em>RaceFuzzer</em>): a random walk that holds a
 * thread at one of the two places of a race until another comes to the other place, and then lets a
 * random one of the two go first. Departs from the paper: places on one declared variable count as
 * a race, whatever the object.
 *
 * <p>State: a thread's {@code priority} is {@link #HELD} while it is held.
 */
public final class RaceFuzzer extends RandomChoices {
  private static final int HELD = 1;

  private final int one;
  private final int other;

  /**
   * Makes a strategy.
   *
   * @param one hash of a site
   * @param other hash of the site that races with it; may be the same
   */
  public RaceFuzzer(long seed, long one, long other) {
    super(seed);
    this.one = SiteKeys.key(one);
    this.other = SiteKeys.key(other);
  }

  /**
   * Makes a strategy of two hashes as text.
   *
   * @param places 16 hex digits, {@code :}, 16 hex digits
   * @throws IllegalArgumentException if they are not that
   */
  public static RaceFuzzer of(long seed, String places) {
    String[] two = places.split(":", -1);
    if (two.length != 2) {
      throw new IllegalArgumentException(places);
    }
    return new RaceFuzzer(
        seed, Long.parseUnsignedLong(two[0], 16), Long.parseUnsignedLong(two[1], 16));
  }

  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    me.priority = 0;
    int place = continues && !yields ? SiteKeys.key(me.site) : 0;
    if (place != 0 && (place == one || place == other)) {
      for (int i = 0; i < count; i++) {
        if (enabled[i].priority == HELD
            && SiteKeys.key(enabled[i].site) == (place == one ? other : one)) {
          enabled[i].priority = 0;
          return random.below(2) == 0 ? me : enabled[i];
        }
      }
      me.priority = HELD;
    }
    int free = 0;
    for (int i = 0; i < count; i++) {
      free += isFree(enabled[i], me, yields) ? 1 : 0;
    }
    if (free == 0) { // all of them are held, but perhaps one that gives way
      ControlledThread t = enabled[random.below(count)];
      t.priority = 0;
      return t;
    }
    int at = random.below(free);
    for (int i = 0; i < count; i++) {
      if (isFree(enabled[i], me, yields) && at-- == 0) {
        return enabled[i];
      }
    }
    return enabled[0];
  }

  private static boolean isFree(ControlledThread t, ControlledThread me, boolean yields) {
    return t.priority != HELD && !(yields && t == me);
  }
}
