package dev.prescient.slicer.symbolic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * Static control dependence of a method's instructions (Ferrante, Ottenstein, Warren, TOPLAS 1987),
 * from immediate post-dominators (Cooper, Harvey, Kennedy, 2001) over basic blocks. Edges of
 * exceptions are left out.
 */
final class ControlDependence {
  private static final int[] NONE = {};

  private final int[] blockOf;
  private final int[][] above;

  ControlDependence(MethodCode m) {
    int n = m.code.length;
    boolean[] leader = new boolean[n + 1];
    leader[0] = true;
    for (int pc = 0; pc < n; pc++) {
      List<Integer> next = m.successors(pc);
      if (next.size() != 1 || next.get(0) != pc + 1) {
        next.forEach(s -> leader[s] = true);
        leader[pc + 1] = true;
      }
    }
    blockOf = new int[n];
    List<Integer> lastOf = new ArrayList<>();
    for (int pc = 0; pc < n; pc++) {
      if (leader[pc]) {
        lastOf.add(pc);
      }
      blockOf[pc] = lastOf.size() - 1;
      lastOf.set(lastOf.size() - 1, pc);
    }
    int blocks = lastOf.size();
    int exit = blocks;
    List<List<Integer>> next = new ArrayList<>();
    List<List<Integer>> before = new ArrayList<>();
    for (int b = 0; b <= blocks; b++) {
      next.add(new ArrayList<>());
      before.add(new ArrayList<>());
    }
    for (int b = 0; b < blocks; b++) {
      List<Integer> to = new ArrayList<>();
      m.successors(lastOf.get(b)).forEach(pc -> to.add(blockOf[pc]));
      if (to.isEmpty()) {
        to.add(exit);
      }
      for (int s : new TreeSet<>(to)) {
        next.get(b).add(s);
        before.get(s).add(b);
      }
    }
    above = dependences(lastOf, next, postDominators(next, before, exit), exit);
  }

  /** The branches above an instruction, as instruction indexes. */
  int[] branchesAbove(int pc) {
    return above[blockOf[pc]];
  }

  private static int[][] dependences(
      List<Integer> lastOf, List<List<Integer>> next, int[] ipdom, int exit) {
    List<TreeSet<Integer>> sets = new ArrayList<>();
    for (int b = 0; b < exit; b++) {
      sets.add(new TreeSet<>());
    }
    for (int b = 0; b < exit; b++) {
      if (next.get(b).size() < 2) {
        continue;
      }
      for (int s : next.get(b)) {
        for (int runner = s; runner != ipdom[b] && runner != exit; runner = ipdom[runner]) {
          sets.get(runner).add(lastOf.get(b));
        }
      }
    }
    int[][] above = new int[exit][];
    for (int b = 0; b < exit; b++) {
      TreeSet<Integer> set = sets.get(b);
      above[b] = set.isEmpty() ? NONE : set.stream().mapToInt(i -> i).toArray();
    }
    return above;
  }

  /** Immediate post-dominators; what never reaches the exit counts as leading there. */
  private static int[] postDominators(
      List<List<Integer>> next, List<List<Integer>> before, int exit) {
    int[] order = new int[exit + 1];
    Arrays.fill(order, -1);
    List<Integer> postOrder = new ArrayList<>();
    visit(exit, before, order, postOrder);
    for (int b = exit - 1; b >= 0; b--) { // endless loops
      if (order[b] < 0) {
        next.get(b).add(exit);
        before.get(exit).add(b);
      }
    }
    Arrays.fill(order, -1);
    postOrder.clear();
    visit(exit, before, order, postOrder);
    int[] ipdom = new int[exit + 1];
    Arrays.fill(ipdom, -1);
    ipdom[exit] = exit;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = postOrder.size() - 1; i >= 0; i--) {
        int b = postOrder.get(i);
        int best = b == exit ? exit : -1;
        for (int s : next.get(b)) {
          if (b != exit && ipdom[s] >= 0) {
            best = best < 0 ? s : common(best, s, ipdom, order);
          }
        }
        if (best >= 0 && ipdom[b] != best) {
          ipdom[b] = best;
          changed = true;
        }
      }
    }
    return ipdom;
  }

  private static int common(int a, int b, int[] ipdom, int[] order) {
    int x = a;
    int y = b;
    while (x != y) {
      while (order[x] < order[y]) {
        x = ipdom[x];
      }
      while (order[y] < order[x]) {
        y = ipdom[y];
      }
    }
    return x;
  }

  /** Numbers blocks in post-order of a walk against the edges, without recursion. */
  private static void visit(
      int start, List<List<Integer>> before, int[] order, List<Integer> postOrder) {
    boolean[] seen = new boolean[before.size()];
    Deque<int[]> stack = new ArrayDeque<>();
    stack.push(new int[] {start, 0});
    seen[start] = true;
    while (!stack.isEmpty()) {
      int[] top = stack.peek();
      List<Integer> edges = before.get(top[0]);
      if (top[1] < edges.size()) {
        int b = edges.get(top[1]++);
        if (!seen[b]) {
          seen[b] = true;
          stack.push(new int[] {b, 0});
        }
      } else {
        order[top[0]] = postOrder.size();
        postOrder.add(top[0]);
        stack.pop();
      }
    }
  }
}
