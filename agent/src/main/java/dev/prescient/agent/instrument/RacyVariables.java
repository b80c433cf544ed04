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

  /** Names a field in the hooks: 64 bits over its declaration (FNV-1a), equal in every run. */
  public static long key(String declaration) {
    long h = 0xcbf29ce484222325L;
    for (int i = 0; i < declaration.length(); i++) {
      h = (h ^ declaration.charAt(i)) * 0x100000001b3L;
    }
    return h;
  }
}
