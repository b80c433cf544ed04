package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * What a load may return, as text: {@code 0} the latest value, {@code 2} the second other old value
 * it sees, counted backwards, {@code 2h} the same for its later loads as well, {@code =I:5} a
 * guess.
 */
final class ReadChoice {
  static final String LATEST = "0";

  private static final char GUESS = '=';
  private static final char HOLD = 'h';

  private ReadChoice() {}

  /** The latest value, and {@code old} others that are visible. */
  static List<String> visible(int old, boolean inLoop) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i <= old; i++) {
      all.add(String.valueOf(i));
    }
    for (int i = 1; inLoop && i <= old; i++) {
      all.add(i + String.valueOf(HOLD));
    }
    return all;
  }

  static boolean isGuess(String text) {
    return text.charAt(0) == GUESS;
  }

  static boolean isHeld(String text) {
    return text.charAt(text.length() - 1) == HOLD && !isGuess(text);
  }

  /** Which of the old values; 0 for the latest. */
  static int old(String text) {
    return Integer.parseInt(isHeld(text) ? text.substring(0, text.length() - 1) : text);
  }

  static String guess(Value v) {
    String what = v.type() != 'L' ? Long.toString(v.bits()) : v.reference();
    return GUESS + String.valueOf(v.type()) + (what == null ? "" : ":" + what);
  }

  static Value guessed(String text) {
    char type = text.charAt(1);
    String what = text.length() > 2 ? text.substring(3) : null;
    if (type != 'L' && what != null) {
      return new Value(type, Long.parseLong(what), null);
    }
    return new Value(type, 0, what);
  }
}
