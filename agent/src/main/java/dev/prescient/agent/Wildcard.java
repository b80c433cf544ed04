package dev.prescient.agent;

/**
 * A pattern in which {@code *} stands for any text and {@code ?} for any character; {@code **} is
 * the same as {@code *}. Matching takes at most pattern times text steps, whatever the pattern.
 */
public record Wildcard(String pattern) {
  /** Whether the whole text is of the pattern. */
  public boolean matches(String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int resume = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = t;
      } else if (p < pattern.length() && isOne(pattern.charAt(p), text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) { // the last star takes one more character
        p = star + 1;
        t = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean isOne(char pattern, char c) {
    return pattern == c || pattern == '?';
  }
}
