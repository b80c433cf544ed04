package dev.prescient.replay.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A schedule in one line, to be passed on by hand: {@code 0@12=0.1,0.1@9=0} says that thread {@code
 * 0} gave the turn to thread {@code 0.1} at its event 12, which gave it back at its event 9; {@code
 * 0@20:0.2} that the notify of thread {@code 0} at its event 20 woke thread {@code 0.2}; {@code
 * 0@30#2} that its {@code Choose.of} there got 2. Decisions that just let the thread go on are left
 * out.
 */
public final class ScheduleText {
  /** Longer ones are not shown. */
  public static final int SHORT = 200;

  private static final String PATH = "(\\d+(?:\\.#?[0-9a-f]+)*|~[^@=,:]*)";
  private static final Pattern CHOICE =
      Pattern.compile(PATH + "@(\\d{1,9})(?:([=:])" + PATH + "|(#)(\\d{1,3}))");

  private ScheduleText() {}

  /** The text of a recording's decisions. */
  public static String of(Recording recording) {
    List<String> parts = new ArrayList<>();
    for (Recording.Choice c : recording.choices()) {
      if (!c.isDefault()) {
        parts.add(c.thread() + "@" + c.n() + sign(c.kind()) + c.chosen());
      }
    }
    return String.join(",", parts);
  }

  private static char sign(Recording.Kind kind) {
    return switch (kind) {
      case THREAD -> '=';
      case WAITER -> ':';
      case VALUE -> '#';
      case READ -> '?'; // never in a recording
    };
  }

  private static Recording.Kind kind(char sign) {
    for (Recording.Kind kind : Recording.Kind.values()) {
      if (sign(kind) == sign) {
        return kind;
      }
    }
    throw new IllegalArgumentException(String.valueOf(sign));
  }

  /**
   * The decisions of a text.
   *
   * @throws IllegalArgumentException that says which part is none
   */
  public static List<Recording.Choice> parse(String text) {
    List<Recording.Choice> choices = new ArrayList<>();
    for (String part : text.isBlank() ? new String[0] : text.strip().split(",", -1)) {
      Matcher m = CHOICE.matcher(part);
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "'" + part + "' is no decision: expected 0@12=0.1, 0@12:0.1 or 0@12#3");
      }
      boolean value = m.group(5) != null;
      choices.add(
          new Recording.Choice(
              kind(m.group(value ? 5 : 3).charAt(0)),
              m.group(1),
              Integer.parseInt(m.group(2)),
              m.group(value ? 6 : 4),
              false,
              false,
              false,
              List.of(),
              0,
              ""));
    }
    return choices;
  }
}
