package dev.prescient.cli.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Threads over shared variables. All start after the initial writes. A register belongs to one
 * thread. {@code o.f} is the field of an object that variable {@code p} refers to when it is 1, and
 * {@code v.hi}, {@code v.lo} are the halves of a long.
 *
 * @param name of the program
 * @param initial values of the shared variables, in the order of their declaration
 * @param volatiles those of them that are volatile
 * @param threads their statements by name, in order
 */
record Program(
    String name,
    Map<String, Integer> initial,
    Set<String> volatiles,
    Map<String, List<Statement>> threads) {

  /** From the text of the threads. */
  static Program of(
      String name,
      Map<String, Integer> initial,
      Set<String> volatiles,
      Map<String, String> threads) {
    Map<String, List<Statement>> parsed = new LinkedHashMap<>();
    threads.forEach((t, text) -> parsed.put(t, Notation.statements(text, initial.keySet())));
    return new Program(name, initial, volatiles, parsed);
  }

  /** Every statement of a thread, those of blocks after the one that they belong to. */
  Stream<Statement> statements(String thread) {
    return flat(threads.getOrDefault(thread, List.of())).stream();
  }

  /** Every statement. */
  Stream<Statement> statements() {
    return threads.values().stream().flatMap(b -> flat(b).stream());
  }

  private static List<Statement> flat(List<Statement> block) {
    List<Statement> all = new ArrayList<>();
    for (Statement s : block) {
      all.add(s);
      if (s instanceof Statement.If i) {
        all.addAll(flat(i.then()));
        all.addAll(flat(i.otherwise()));
      } else if (s instanceof Statement.While w) {
        all.addAll(flat(w.body()));
      }
    }
    return all;
  }

  /** The registers that a thread writes. */
  Set<String> registers(String thread) {
    Set<String> written = new TreeSet<>();
    statements(thread)
        .forEach(
            s -> {
              if (s instanceof Statement.Load l) {
                written.add(l.register());
              } else if (s instanceof Statement.Assign a) {
                written.add(a.register());
              }
            });
    return written;
  }
}
