package dev.prescient.cli.target;

import dev.prescient.replay.inprocess.EntryMain;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program given as {@code --entry Class#method}: a method of the class path, without a main. */
public final class EntryProgram {
  private EntryProgram() {}

  /**
   * What java is given to run the method. Our own jar comes last on the class path, with the main
   * class that calls the method.
   *
   * @param given java's arguments, sources compiled; a main class and what follows is left out
   * @throws PmException if they name the program in a way that has no class path of its own
   */
  public static List<String> arguments(List<String> given, String entry) {
    Optional<Integer> main = SourceProgram.mainIndex(given);
    List<String> options = new ArrayList<>(main.isEmpty() ? given : given.subList(0, main.get()));
    for (String a : options) {
      if (a.equals("-jar") || a.equals("-m") || a.equals("--module") || a.startsWith("@")) {
        throw new PmException(
            ExitCode.USAGE,
            "--entry " + entry + ": expected -cp and a class path behind --, found " + a + ".");
      }
    }
    String classPath = SourceProgram.takeClassPath(options);
    if (classPath.isEmpty()) {
      String environment = System.getenv("CLASSPATH");
      classPath = environment == null || environment.isEmpty() ? "." : environment;
    }
    options.add("-cp");
    options.add(classPath + File.pathSeparator + PmJar.path());
    options.add(EntryMain.class.getName());
    options.add(entry);
    return options;
  }
}
