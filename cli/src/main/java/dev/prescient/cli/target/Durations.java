package dev.prescient.cli.target;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write and read them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private Durations() {}

  /** Parses; empty if the text is none. */
  public static Optional<Duration> parse(String text) {
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    long n = Long.parseLong(m.group(1));
    return Optional.of(
        switch (m.group(2)) {
          case "ms" -> Duration.ofMillis(n);
          case "s" -> Duration.ofSeconds(n);
          case "m" -> Duration.ofMinutes(n);
          default -> Duration.ofHours(n);
        });
  }

  /** For a person: {@code 0.4 s}, {@code 21 s}, {@code 3 min 5 s}. */
  public static String text(Duration d) {
    double seconds = d.toMillis() / 1000.0;
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return whole < 120 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
  }
}
