package dev.prescient.cli.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines as printed: they work from any folder. */
public final class Commands {
  private static final Pattern PLAIN = Pattern.compile("[\\w./:=,+@%-]+");

  private Commands() {}

  /** {@code pm replay RUN …}. */
  public static String replay(String run, String... more) {
    return pm("replay", run, more);
  }

  /** {@code pm explain RUN …}. */
  public static String explain(String run, String... more) {
    return pm("explain", run, more);
  }

  /** {@code pm hunt -- …}: whether a program's races matter. */
  public static String hunt(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("hunt", "--"));
    words.addAll(arguments);
    return pm(words);
  }

  private static String pm(String verb, String run, String... more) {
    List<String> words = new ArrayList<>(List.of(verb));
    words.add(Path.of(run).toAbsolutePath().normalize().toString());
    words.addAll(List.of(more));
    return pm(words);
  }

  private static String pm(List<String> arguments) {
    List<String> words = new ArrayList<>(launcher());
    words.addAll(arguments);
    return words.stream().map(Commands::quoted).collect(Collectors.joining(" "));
  }

  /** How this command line was started: the script {@code pm} names itself, else java does. */
  private static List<String> launcher() {
    String script = System.getenv("PM_LAUNCHER");
    if (script != null) {
      return List.of(script);
    }
    String jar = System.getProperty("java.class.path", "pm.jar");
    return List.of("java", "-jar", Path.of(jar).toAbsolutePath().toString());
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
