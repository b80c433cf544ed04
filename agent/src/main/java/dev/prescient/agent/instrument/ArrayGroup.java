package dev.prescient.agent.instrument;

import dev.prescient.runtime.race.ArrayRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * Accesses that are checked together: of one array, at {@code base + offset} for a base that they
 * share and constant offsets.
 *
 * @param arrayLocal the local that holds the array
 * @param plus a local that is part of every index, or -1
 * @param members the accesses by offset
 */
record ArrayGroup(int arrayLocal, int plus, boolean writes, TreeMap<Integer, ArrayAccess> members) {
  /** What accesses must agree in to be checked together. */
  record Key(int arrayLocal, int base, int plus, boolean writes, int part) {}

  /**
   * Splits accesses with one key into groups that are ranges.
   *
   * @param step what an iteration adds to the base; 0 if there is no loop
   */
  static List<ArrayGroup> split(Key key, TreeMap<Integer, ArrayAccess> all, int step, Lines lines) {
    int stride = Math.abs(step);
    if (isConsecutive(all, stride)) {
      return List.of(new ArrayGroup(key.arrayLocal, key.plus, key.writes, all));
    }
    Map<List<Integer>, TreeMap<Integer, ArrayAccess>> open = new HashMap<>();
    List<ArrayGroup> groups = new ArrayList<>();
    all.forEach(
        (offset, access) -> { // by remainder and line: a group has one site
          List<Integer> id =
              List.of(Math.floorMod(offset, Math.max(stride, 1)), lines.of(access.insn()));
          TreeMap<Integer, ArrayAccess> members = open.get(id);
          if (members == null || stride == 0 || offset - members.lastKey() > stride) {
            members = new TreeMap<>();
            open.put(id, members);
            groups.add(new ArrayGroup(key.arrayLocal, key.plus, key.writes, members));
          }
          members.put(offset, access);
        });
    return groups;
  }

  /** Whether the accesses make consecutive elements, each of them one access's. */
  static boolean isConsecutive(TreeMap<Integer, ArrayAccess> all, int stride) {
    int n = all.size();
    return n > 1 && (stride == 0 || stride == n) && all.lastKey() - all.firstKey() == n - 1;
  }

  /** Tells the line of an instruction. */
  interface Lines {
    int of(AbstractInsnNode insn);
  }

  /** Tells the site of an access. */
  interface Sites {
    int of(ArrayAccess access);
  }

  /**
   * The runtime's id of the range.
   *
   * @param step as for {@link #split}
   */
  int define(int step, Sites sites, Lines lines) {
    int stride = Math.abs(step);
    boolean consecutive = isConsecutive(members, stride);
    ArrayAccess first = members.firstEntry().getValue();
    boolean oneLine =
        members.values().stream().mapToInt(a -> lines.of(a.insn())).distinct().count() == 1;
    int[] of =
        consecutive && !oneLine
            ? members.values().stream().mapToInt(sites::of).toArray()
            : new int[] {sites.of(first)};
    return ArrayRange.define(
        members.firstKey(),
        members.lastKey(),
        step,
        consecutive ? 1 : Math.max(stride, 1),
        writes,
        of);
  }
}
