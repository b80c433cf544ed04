package dev.prescient.agent.instrument;

import java.util.Set;

/**
 * The variables found to race, by declaration.
 *
 * @param fields {@code a/b/C.name:desc} with the declaring class
 * @param arrays array types whose elements race, as descriptors: {@code [I}, {@code
 *     [Ljava/lang/String;}
 */
public record RacyVariables(Set<String> fields, Set<String> arrays) {
  /** None. */
  public static final RacyVariables NONE = new RacyVariables(Set.of(), Set.of());

  /** Whether there is nothing to weave. */
  public boolean isEmpty() {
    return fields.isEmpty() && arrays.isEmpty();
  }
}
