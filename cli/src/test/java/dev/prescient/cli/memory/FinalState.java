package dev.prescient.cli.memory;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * How an execution ends.
 *
 * @param registers by name; unset ones are missing
 * @param stuck threads that loop for ever
 */
record FinalState(SortedMap<String, Integer> registers, SortedSet<String> stuck) {
  /** {@code r1=0 r2=1}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Integer> r : registers.entrySet()) {
      text.append(text.isEmpty() ? "" : " ").append(r.getKey()).append('=').append(r.getValue());
    }
    stuck.forEach(t -> text.append(text.isEmpty() ? "" : " ").append("stuck(" + t + ")"));
    return text.toString();
  }
}
