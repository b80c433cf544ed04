package dev.prescient.profiler.race;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A suppression file: one line each, {@code kind:pattern [at pattern] [until=DATE] reason="…"}.
 * Only races are matched here; lines of other kinds are checked for form.
 *
 * <p>State: {@code used} of a rule is set when it first covers a race.
 */
public final class Suppressions {
  private static final Pattern LINE =
      Pattern.compile(
          "(race|candidate|failure):(\\S+)(?:\\s+at\\s+(\\S+))?(?:\\s+until=(\\S+))?"
              + "\\s+reason=\"([^\"]+)\"");

  /** None. */
  public static final Suppressions NONE = new Suppressions(List.of());

  private final List<Rule> rules;

  private static final class Rule {
    final String line;
    final boolean ofRace;
    final Pattern variable;
    final @Nullable Pattern frame;
    volatile boolean used;

    Rule(String line, boolean ofRace, Pattern variable, @Nullable Pattern frame) {
      this.line = line;
      this.ofRace = ofRace;
      this.variable = variable;
      this.frame = frame;
    }
  }

  private Suppressions(List<Rule> rules) {
    this.rules = rules;
  }

  /** The file that the options name, if they name one. */
  public static Suppressions of(AgentOptions options) throws IOException {
    String file = options.text(AgentOption.SUPPRESSIONS);
    return file.isEmpty() ? NONE : read(Path.of(file), LocalDate.now(ZoneOffset.UTC));
  }

  /**
   * Reads a file.
   *
   * @param today lines whose {@code until} is before it have expired
   * @throws IOException if the file cannot be read, a line has another form, or has expired
   */
  public static Suppressions read(Path file, LocalDate today) throws IOException {
    List<Rule> rules = new ArrayList<>();
    int n = 0;
    for (String raw : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      n++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher m = LINE.matcher(line);
      if (!m.matches()) {
        throw new IOException(
            file
                + ":"
                + n
                + ": expected kind:pattern [at pattern] [until=DATE] reason=\"…\", found "
                + line);
      }
      if (isBefore(m.group(4), today, file + ":" + n)) {
        throw new IOException(file + ":" + n + ": expired: " + line);
      }
      String at = m.group(3);
      rules.add(
          new Rule(
              line,
              m.group(1).equals("race"),
              pattern(m.group(2)),
              at == null ? null : pattern(at)));
    }
    return new Suppressions(rules);
  }

  private static boolean isBefore(@Nullable String until, LocalDate today, String where)
      throws IOException {
    try {
      return until != null && LocalDate.parse(until).isBefore(today);
    } catch (DateTimeException e) {
      throw new IOException(where + ": expected until=YYYY-MM-DD, found " + until, e);
    }
  }

  /** Whether a race is suppressed: by its variable, or by any frame of either stack. */
  boolean covers(String variable, Access first, Access second) {
    for (Rule r : rules) {
      if (r.ofRace && covers(r, variable, first, second)) {
        r.used = true;
        return true;
      }
    }
    return false;
  }

  private static boolean covers(Rule r, String variable, Access first, Access second) {
    Optional<Pattern> frame = Optional.ofNullable(r.frame);
    if (frame.isPresent()) {
      return r.variable.matcher(variable).matches()
          && (on(frame.get(), first) || on(frame.get(), second));
    }
    return r.variable.matcher(variable).matches()
        || on(r.variable, first)
        || on(r.variable, second);
  }

  private static boolean on(Pattern frame, Access a) {
    return frame.matcher(a.method()).matches()
        || a.stack().stream()
            .map(f -> f.substring(0, Math.max(0, f.indexOf('('))))
            .anyMatch(f -> frame.matcher(f).matches());
  }

  /** Lines about races that covered none. */
  public List<String> unused() {
    return rules.stream().filter(r -> r.ofRace && !r.used).map(r -> r.line).toList();
  }

  /** {@code *} is any text, also {@code **}. */
  private static Pattern pattern(String wildcard) {
    StringBuilder regex = new StringBuilder();
    for (String part : wildcard.split("\\*+", -1)) {
      regex.append(regex.length() == 0 ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(regex.toString());
  }
}
