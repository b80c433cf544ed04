package dev.prescient.slicer.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which parts of the trace formula are encoded, named as in the paper and joined with {@code +}.
 *
 * @param cs control dependences: statements carry the branch in whose scope they ran
 * @param hs hazards: read after write, write after write, write after read, across threads
 * @param late reads that got an old value because a write came later
 */
public record Encoding(boolean cs, boolean hs, boolean late) {
  /** Data dependences only. */
  public static final Encoding DS = new Encoding(false, false, false);

  /** Data dependences and hazards: the default of reports. */
  public static final Encoding DS_HS = new Encoding(false, true, false);

  /** Everything. */
  public static final Encoding FULL = new Encoding(true, true, true);

  /**
   * Parses {@code ds+hs}.
   *
   * @throws IllegalArgumentException naming the unknown part and the known ones
   */
  public static Encoding parse(String text) {
    boolean cs = false;
    boolean hs = false;
    boolean late = false;
    for (String part : text.toLowerCase(Locale.ROOT).split("\\+", -1)) {
      switch (part) {
        case "ds" -> {}
        case "cs" -> cs = true;
        case "hs" -> hs = true;
        case "late" -> late = true;
        default ->
            throw new IllegalArgumentException(
                "encoding " + text + ": part " + part + " is unknown, expected ds, cs, hs or late");
      }
    }
    return new Encoding(cs, hs, late);
  }

  /** As parsed: {@code ds+cs+hs}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    parts.add("ds");
    if (cs) {
      parts.add("cs");
    }
    if (hs) {
      parts.add("hs");
    }
    if (late) {
      parts.add("late");
    }
    return String.join("+", parts);
  }
}
