package dev.prescient.profiler.race;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Wildcard;
import dev.prescient.profiler.report.Frame;
import dev.prescient.profiler.report.Printable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A suppression file: one line each, {@code kind:pattern [at pattern] [until=DATE] reason="…"}. A
 * line {@code race:} covers a race on a variable, or with a frame of either stack, that matches;
 * {@code top:} looks at the innermost frames only. Lines of the kinds {@code candidate} and {@code
 * failure} are checked for form here.
 *
 * <p>State: {@code used} of a rule is set when it first covers a race.
 */
public final class Suppressions {
  private static final String FORM =
      "race:pattern, top:pattern, candidate:pattern or failure:pattern,"
          + " then [at pattern] [until=YYYY-MM-DD] reason=\"…\"";
  private static final long MAX_BYTES = 1L << 20;

  /** None. */
  public static final Suppressions NONE = new Suppressions(List.of());

  private final List<Rule> rules;

  private static final class Rule {
    final String line;
    final String kind;
    final Wildcard pattern;
    final @Nullable Wildcard at;
    final String reason;
    volatile boolean used;

    Rule(String line, String kind, String pattern, @Nullable String at, String reason) {
      this.line = line;
      this.kind = kind;
      this.pattern = new Wildcard(pattern);
      this.at = at == null ? null : new Wildcard(at);
      this.reason = reason;
    }

    boolean covers(RaceReport race) {
      if (kind.equals("top")) {
        return pattern.matches(race.first().method()) || pattern.matches(race.second().method());
      }
      if (at != null) {
        return pattern.matches(race.variable()) && passes(race, at);
      }
      return pattern.matches(race.variable()) || passes(race, pattern);
    }

    private static boolean passes(RaceReport race, Wildcard frame) {
      return Stream.of(race.first(), race.second())
          .flatMap(
              a ->
                  Stream.concat(
                      Stream.of(a.method()),
                      Stream.concat(a.detail().stream(), a.stack().stream())
                          .map(f -> Frame.parse(f).method())))
          .anyMatch(frame::matches);
    }
  }

  /** Only where there is a file: to set it up takes its time. */
  private static final class Line {
    static final Pattern FORM =
        Pattern.compile(
            "(race|top|candidate|failure):(\\S+)(?:\\s+at\\s+(\\S+))?(?:\\s+until=(\\S+))?"
                + "\\s+reason=\"([^\"]*[^\"\\s][^\"]*)\"");
  }

  private Suppressions(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * The file that the options name, if they name one.
   *
   * @throws AgentOptions.Invalid as {@link #read}
   */
  public static Suppressions of(AgentOptions options) throws IOException {
    return options.text(AgentOption.SUPPRESSIONS).isEmpty()
        ? NONE
        : read(options.path(AgentOption.SUPPRESSIONS), LocalDate.now(ZoneOffset.UTC));
  }

  /**
   * Reads a file.
   *
   * @param today lines whose {@code until} is before it have expired
   * @throws AgentOptions.Invalid if there is no such file, a line has another form, or has expired
   */
  public static Suppressions read(Path file, LocalDate today) throws IOException {
    List<Rule> rules = new ArrayList<>();
    int n = 0;
    for (String raw : lines(file)) {
      n++;
      String line = raw.strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add(rule(line, file + ":" + n + ": ", today));
      }
    }
    return new Suppressions(rules);
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new AgentOptions.Invalid(file + ": expected suppressions, at most 1 MiB of text.");
      }
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new AgentOptions.Invalid("suppressions " + file + ": there is no such file.");
    } catch (CharacterCodingException e) {
      throw new AgentOptions.Invalid(file + ": expected suppressions as UTF-8 text.");
    }
  }

  private static Rule rule(String line, String where, LocalDate today) {
    Matcher m = Line.FORM.matcher(line);
    if (!m.matches()) {
      throw new AgentOptions.Invalid(where + "expected " + FORM + "; found " + shown(line));
    }
    String until = m.group(4);
    try {
      if (until != null && LocalDate.parse(until).isBefore(today)) {
        throw new AgentOptions.Invalid(where + "expired: " + shown(line));
      }
    } catch (DateTimeException e) {
      throw new AgentOptions.Invalid(where + "expected until=YYYY-MM-DD, found " + shown(until));
    }
    if (m.group(3) != null && m.group(1).equals("top")) {
      throw new AgentOptions.Invalid(where + "expected no 'at' with top:, found " + shown(line));
    }
    return new Rule(line, m.group(1), m.group(2), m.group(3), m.group(5));
  }

  private static String shown(String text) {
    String cut = text.length() <= 100 ? text : text.substring(0, 100) + "…";
    return Printable.line(cut);
  }

  /** Why a race is suppressed, in the words of the line that covers it; empty if none does. */
  Optional<String> covers(RaceReport race) {
    for (Rule r : rules) {
      if (isOfRace(r) && r.covers(race)) {
        r.used = true;
        return Optional.of(r.reason);
      }
    }
    return Optional.empty();
  }

  private static boolean isOfRace(Rule r) {
    return r.kind.equals("race") || r.kind.equals("top");
  }

  /** Lines about races that covered none. */
  public List<String> unused() {
    List<String> unused = new ArrayList<>();
    for (Rule r : rules) {
      if (isOfRace(r) && !r.used) {
        unused.add(r.line);
      }
    }
    return unused;
  }
}
