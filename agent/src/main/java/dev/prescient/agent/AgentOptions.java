package dev.prescient.agent;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The options of an agent run, {@code key=value,key=value}. The command line uses the same keys and
 * hands them over in a properties file ({@code config}), which needs no escaping.
 *
 * <p>Order of power: agent key, {@code PM_OPTIONS}, the file named by {@code config}, {@code
 * prescient.properties} in the working folder, default.
 */
public final class AgentOptions {
  /** A wrong option; the message says what was expected and lists the known keys. */
  public static final class Invalid extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Invalid(String message) {
      super(message);
    }
  }

  private final Map<AgentOption, String> values;
  private final Map<AgentOption, String> origins;

  private AgentOptions(Map<AgentOption, String> values, Map<AgentOption, String> origins) {
    this.values = values;
    this.origins = origins;
  }

  /**
   * Parses the text after {@code -javaagent:pm.jar=} and fills in the other sources.
   *
   * @throws Invalid if a key is unknown, a value is not legal, or a file cannot be read
   */
  public static AgentOptions parse(String arguments) {
    AgentOptions o = new AgentOptions(new LinkedHashMap<>(), new LinkedHashMap<>());
    o.set(arguments, "agent");
    return o.complete();
  }

  /**
   * As {@link #parse}, with a command line's flags in the place of the agent's keys.
   *
   * @throws Invalid as {@link #parse}
   */
  public static AgentOptions of(Map<AgentOption, String> flags) {
    AgentOptions o = new AgentOptions(new LinkedHashMap<>(), new LinkedHashMap<>());
    flags.forEach((k, value) -> o.put(k, value, "flag"));
    return o.complete();
  }

  private AgentOptions complete() {
    String environment = System.getenv("PM_OPTIONS");
    if (environment != null) {
      set(environment, "PM_OPTIONS");
    }
    String config = values.get(AgentOption.CONFIG);
    if (config != null) {
      load(Path.of(config));
    }
    Path standard = Path.of("prescient.properties");
    if (Files.isRegularFile(standard)) {
      load(standard);
    }
    for (AgentOption k : AgentOption.values()) {
      put(k, k.fallback, "default");
    }
    check();
    return this;
  }

  private void set(String text, String origin) {
    if (text.isEmpty()) {
      return;
    }
    for (String pair : text.split(",", -1)) {
      int eq = pair.indexOf('=');
      String key = eq < 0 ? pair : pair.substring(0, eq);
      put(known(key.strip()), eq < 0 ? "true" : pair.substring(eq + 1), origin);
    }
  }

  private void load(Path file) {
    Properties p = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      p.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new Invalid("cannot read " + file + ": " + e.getMessage());
    }
    for (String key : p.stringPropertyNames()) {
      put(known(key), p.getProperty(key), file.toString());
    }
  }

  private void put(AgentOption k, String value, String origin) {
    if (values.putIfAbsent(k, value) == null) {
      origins.put(k, origin);
    }
  }

  private static AgentOption known(String key) {
    AgentOption k = AgentOption.of(key);
    if (k == null) {
      StringBuilder all = new StringBuilder();
      for (AgentOption known : AgentOption.values()) {
        all.append(all.length() == 0 ? "" : ", ").append(known.text);
      }
      throw new Invalid("unknown agent option '" + key + "'. Options: " + all + ".");
    }
    return k;
  }

  private void check() {
    range(AgentOption.VALUES, 1, 1024);
    range(AgentOption.HISTORY, 0, 1024);
    range(AgentOption.STACK_DEPTH, 0, 1024);
    range(AgentOption.EXITCODE, 0, 255);
    range(AgentOption.MAX_REPORTS, 1, 1_000_000);
    range(AgentOption.SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    range(AgentOption.STEPS, 1, Long.MAX_VALUE);
    range(AgentOption.SCHEDULES, 1, Long.MAX_VALUE);
    range(AgentOption.PREEMPTIONS, 0, 1_000);
    range(AgentOption.BUDGET, 1, Long.MAX_VALUE);
    range(AgentOption.LENGTH, 1, 1_000_000_000);
    oneOf(AgentOption.JDK, "objects", "internals", "sync", "none");
    oneOf(AgentOption.HALT_ON_ERROR, "true", "false");
    oneOf(AgentOption.PRECISION, "precise", "fast");
    oneOf(AgentOption.ALLOCATIONS, "true", "false");
    oneOf(AgentOption.FRESH_LOADER, "true", "false");
    oneOf(AgentOption.DETECT, "true", "false");
    oneOf(AgentOption.MEMORY, "sc", "stale", "future", "weak");
    oneOf(AgentOption.LOG_LEVEL, "error", "warn", "info", "debug");
  }

  private void range(AgentOption k, long min, long max) {
    try {
      long v = Long.parseLong(text(k));
      if (v >= min && v <= max) {
        return;
      }
    } catch (NumberFormatException e) {
      // told below, with the legal values
    }
    throw illegal(k);
  }

  private void oneOf(AgentOption k, String... legal) {
    if (!List.of(legal).contains(text(k))) {
      throw illegal(k);
    }
  }

  private Invalid illegal(AgentOption k) {
    return new Invalid("agent option " + k.text + "=" + text(k) + ": expected " + k.legal + ".");
  }

  /** The value of {@code mode}. */
  public String mode() {
    return text(AgentOption.MODE);
  }

  /** A value as text; empty if the key has no default and nothing set it. */
  public String text(AgentOption k) {
    return values.getOrDefault(k, k.fallback);
  }

  /** A number, checked at start. */
  public long number(AgentOption k) {
    return Long.parseLong(text(k));
  }

  /**
   * A file or folder.
   *
   * @throws Invalid if the text is no path
   */
  public Path path(AgentOption k) {
    try {
      return Path.of(text(k));
    } catch (InvalidPathException e) {
      throw illegal(k);
    }
  }

  /** A switch, checked at start. */
  public boolean on(AgentOption k) {
    return text(k).equals("true");
  }

  /** The parts of a list separated by {@code ':'}; empty if there are none. */
  public List<String> list(AgentOption k) {
    List<String> parts = new ArrayList<>();
    for (String part : text(k).split(":", -1)) {
      if (!part.isBlank()) {
        parts.add(part.strip());
      }
    }
    return parts;
  }

  /** Where a key's value came from: agent, PM_OPTIONS, a file, or default. */
  public String origin(AgentOption k) {
    return origins.getOrDefault(k, "default");
  }
}
