package dev.prescient.slicer;

import dev.prescient.slicer.Slice.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A slice as text: a summary, then a column per thread with the statements that matter, the error
 * invariants between them, and what was proved.
 */
public final class SliceText {
  private static final int MAX_COLUMNS = 4;
  private static final int MAX_WIDTH = 60;
  private static final String GAP = "   ";

  private SliceText() {}

  /** Renders a slice; lines end with {@code \n}. */
  public static String of(Slice slice) {
    StringBuilder s = new StringBuilder();
    s.append(slice.summary()).append('\n');
    if (!slice.rows().isEmpty()) {
      s.append('\n');
      table(slice, s);
      s.append('\n').append(proof(slice)).append('\n');
      s.append(size(slice)).append('\n');
    }
    for (String note : slice.notes()) {
      if (!note.equals(slice.summary())) {
        s.append("note: ").append(note).append('\n');
      }
    }
    return s.toString();
  }

  private static void table(Slice slice, StringBuilder s) {
    List<String> threads =
        new ArrayList<>(new TreeSet<>(slice.rows().stream().map(Row::thread).toList()));
    boolean columns = threads.size() <= MAX_COLUMNS;
    int[] width = new int[threads.size()];
    for (int i = 0; i < threads.size(); i++) {
      width[i] = threads.get(i).length() + 1;
    }
    for (Row r : slice.rows()) {
      int i = threads.indexOf(r.thread());
      width[i] = Math.min(MAX_WIDTH, Math.max(width[i], cell(r).length()));
    }
    if (columns) {
      StringBuilder head = new StringBuilder("  ");
      for (int i = 0; i < threads.size(); i++) {
        head.append(pad("T" + threads.get(i), width[i])).append(GAP);
      }
      s.append(head.toString().stripTrailing()).append('\n');
    }
    String previous = "";
    for (int k = 0; k <= slice.rows().size(); k++) {
      Slice.Invariant invariant = slice.invariants().get(k);
      if (!invariant.text().equals(previous) || !invariant.proved()) {
        s.append("    { ").append(invariant.text()).append(" } ");
        s.append(invariant.proved() ? "✓" : "unchecked").append('\n');
      }
      previous = invariant.text();
      if (k < slice.rows().size()) {
        row(slice.rows().get(k), threads, width, columns, s);
      }
    }
    s.append("  ").append(slice.goalLocation()).append("  fails: ").append(slice.goal());
    s.append('\n');
  }

  private static void row(
      Row r, List<String> threads, int[] width, boolean columns, StringBuilder s) {
    StringBuilder line = new StringBuilder("  ");
    if (columns) {
      for (int i = 0; i < threads.size() && !threads.get(i).equals(r.thread()); i++) {
        line.append(pad("", width[i])).append(GAP);
      }
    } else {
      line.append(pad("T" + r.thread(), 10));
    }
    line.append(cell(r));
    if (!r.note().isEmpty()) {
      line.append("   ← ").append(r.note());
    }
    s.append(line.toString().stripTrailing()).append('\n');
  }

  private static String cell(Row r) {
    return r.location() + "  " + r.text() + (r.value().isEmpty() ? "" : "  // " + r.value());
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }

  private static String proof(Slice slice) {
    long proved = slice.invariants().stream().filter(Slice.Invariant::proved).count();
    String steps = proved + " of " + slice.invariants().size() + " invariants proved";
    if (slice.certified()) {
      return "✓ certified by the solver: these statements rule the assertion out, " + steps;
    }
    return "unchecked: "
        + (slice.sliceProved()
            ? "the statements rule the assertion out, "
            : "no proof of the slice, ")
        + steps;
  }

  private static String size(Slice slice) {
    return "kept "
        + slice.statements()
        + " of "
        + slice.ofStatements()
        + " statements, "
        + slice.variables()
        + " of "
        + slice.ofVariables()
        + " variables; encoding "
        + slice.encoding()
        + (slice.folded() ? ", values that no schedule can change folded" : "");
  }
}
