package dev.prescient.cli.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A program of the corpus {@code memory/litmus.json} with its verdicts.
 *
 * @param program the threads
 * @param outcome that is asked for
 * @param sc whether an interleaving shows it
 * @param hbConsistent whether an execution of JLS 17.4.7 shows it
 * @param needs {@code interleaving}, {@code stale}, {@code future}, or {@code null}: none does
 * @param should what a tool has to do about it
 * @param kind class letter: {@code a} interleaving, {@code b} stale, {@code c} future, {@code d1}
 *     and {@code d2} future with a dependency removed, {@code e} thin air, {@code invalid}
 * @param staleAlone whether values from the past suffice
 * @param futureAlone whether the latest values and those from the future suffice
 */
record LitmusEntry(
    Program program,
    Outcome outcome,
    boolean sc,
    boolean hbConsistent,
    String needs,
    Should should,
    String kind,
    boolean staleAlone,
    boolean futureAlone) {

  /** What a tool has to do about an outcome. */
  enum Should {
    /** Show it as a failure. */
    EXPOSE,
    /** It cannot be. */
    NEVER,
    /** It may come up, and is no failure. */
    OOTA
  }

  /** The corpus. */
  static List<LitmusEntry> all() throws IOException {
    List<LitmusEntry> all = new ArrayList<>();
    try (InputStream in = LitmusEntry.class.getResourceAsStream("/memory/litmus.json")) {
      new ObjectMapper().readTree(in).get("litmus").forEach(e -> all.add(of(e)));
    }
    return all;
  }

  private static LitmusEntry of(JsonNode e) {
    Map<String, Integer> initial = new LinkedHashMap<>();
    e.get("init").properties().forEach(v -> initial.put(v.getKey(), v.getValue().intValue()));
    Set<String> volatiles = new LinkedHashSet<>();
    e.get("volatile").forEach(v -> volatiles.add(v.textValue()));
    Map<String, String> threads = new LinkedHashMap<>();
    e.get("program").properties().forEach(t -> threads.put(t.getKey(), t.getValue().textValue()));
    return new LitmusEntry(
        Program.of(e.get("id").textValue(), initial, volatiles, threads),
        Outcome.of(e.get("outcome").textValue()),
        e.get("sc").booleanValue(),
        e.get("hb_consistent").booleanValue(),
        e.get("needs").asText(),
        Should.valueOf(e.get("pm_should").textValue().toUpperCase(Locale.ROOT)),
        kind(e.get("class").textValue()),
        e.get("am_alone_can").booleanValue(),
        e.get("pm_alone_can").booleanValue());
  }

  /** {@code d1} and {@code d2} are told apart only in brackets. */
  private static String kind(String text) {
    String first = text.substring(0, text.indexOf(' '));
    return first.equals("d") ? (text.contains("(d1:") ? "d1" : "d2") : first;
  }

  @Override
  public String toString() {
    return program.name();
  }
}
