package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Stands in for {@link FastTrackArrays}: keeps each element that a check covers. */
public final class RecordedArrays {
  private static final IdentityHashMap<Object, String> NAMES = new IdentityHashMap<>();
  private static final TreeSet<String> ELEMENTS = new TreeSet<>();
  private static int calls;

  private RecordedArrays() {}

  /** Begins anew. */
  public static void clear() {
    NAMES.clear();
    ELEMENTS.clear();
    calls = 0;
  }

  /** Names an array. */
  public static void name(Object array, String name) {
    NAMES.put(array, name);
  }

  /** Elements as {@code array R|W index site}. */
  public static Set<String> elements() {
    return new TreeSet<>(ELEMENTS);
  }

  /** How many checks were made. */
  public static int calls() {
    return calls;
  }

  private static void add(@Nullable Object array, int i, boolean writes, int site) {
    if (array == null || i < 0 || i >= Array.getLength(array)) {
      return;
    }
    String name = NAMES.getOrDefault(array, "other");
    ELEMENTS.add(
        String.format("%s %s %2d %d", name, writes ? "W" : "R", i, ArrayRange.site(site, i)));
  }

  public static void readElement(@Nullable Object array, int i, ThreadState t, int site) {
    calls++;
    add(array, i, false, site);
  }

  public static void writeElement(@Nullable Object array, int i, ThreadState t, int site) {
    calls++;
    add(array, i, true, site);
  }

  public static void range(@Nullable Object array, int base, int range) {
    leaveLoop(array, base, base, range, 1);
  }

  public static long enterLoop() {
    return 1;
  }

  public static void leaveLoop(@Nullable Object array, int first, int last, int range, long epoch) {
    calls++;
    ArrayRange r = ArrayRange.get(range);
    boolean up = r.step >= 0;
    int from = (up ? first : last) + r.low;
    int to = (up ? last : first) + r.high + 1;
    for (int i = from; i < to; i += r.stride) {
      add(array, i, r.writes, r.siteFrom(from));
    }
  }

  public static void copy(
      @Nullable Object from, int start, @Nullable Object to, int at, int n, int site) {
    for (int i = 0; i < n; i++) {
      add(from, start + i, false, site);
      add(to, at + i, true, site);
    }
  }

  public static void readAll(@Nullable Object array, int site) {
    add(array, 0, false, site);
  }
}
