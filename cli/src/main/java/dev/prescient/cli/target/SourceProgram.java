package dev.prescient.cli.target;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program given as one {@code .java} file: compiled with {@code -g} by the target's JDK, then run
 * as a class, so that the agent sees its lines and variables.
 */
public final class SourceProgram {
  private static final Set<String> PATH_OPTIONS = Set.of("-cp", "-classpath", "--class-path");
  private static final Set<String> VALUE_OPTIONS =
      Set.of(
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--enable-native-access",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--limit-modules",
          "--patch-module",
          "--source");
  private static final Pattern NOISE =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'",
          Pattern.DOTALL);
  private static final Pattern PACKAGE = Pattern.compile("\\bpackage\\s+([\\w.]+)\\s*;");
  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|enum|record)\\s+(\\w+)");
  private static final int COMPILE_TIMEOUT_S = 120;

  private SourceProgram() {}

  /** Where the main class stands among java's arguments; empty if there is none. */
  static Optional<Integer> mainIndex(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String a = arguments.get(i);
      if (PATH_OPTIONS.contains(a) || VALUE_OPTIONS.contains(a)) {
        i++;
      } else if (a.equals("-jar") || a.equals("-m") || a.equals("--module")) {
        return Optional.empty();
      } else if (!a.startsWith("-") && !a.startsWith("@")) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /**
   * Compiles if the arguments name a source file, else answers them as they are.
   *
   * @param classes folder for the class files, made if needed
   * @throws PmException if there is no such file, or it does not compile
   */
  public static List<String> compiled(Path java, List<String> arguments, Path classes)
      throws IOException, InterruptedException {
    Optional<Integer> main = mainIndex(arguments);
    if (main.isEmpty() || !arguments.get(main.get()).endsWith(".java")) {
      return arguments;
    }
    Path source = Path.of(arguments.get(main.get()));
    if (!Files.isRegularFile(source)) {
      throw new PmException(ExitCode.TARGET, "there is no source file " + source + ".");
    }
    List<String> before = new ArrayList<>(arguments.subList(0, main.get()));
    String classPath = takeClassPath(before);
    Files.createDirectories(classes);
    compile(java, source, classPath, classes);
    String path = classes.toAbsolutePath().toString();
    List<String> result = new ArrayList<>(before);
    result.add("-cp");
    result.add(classPath.isEmpty() ? path : path + File.pathSeparator + classPath);
    result.add(mainClass(source, Files.readString(source)));
    result.addAll(arguments.subList(main.get() + 1, arguments.size()));
    return result;
  }

  /** Removes every class path from options; the last one counts, empty if there is none. */
  static String takeClassPath(List<String> options) {
    String classPath = "";
    for (int i = 0; i + 1 < options.size(); i++) {
      if (PATH_OPTIONS.contains(options.get(i))) {
        options.remove(i);
        classPath = options.remove(i--);
      }
    }
    return classPath;
  }

  private static void compile(Path java, Path source, String classPath, Path classes)
      throws IOException, InterruptedException {
    Path javac = java.resolveSibling(java.getFileName().toString().replace("java", "javac"));
    if (!Files.isExecutable(javac)) {
      throw new PmException(
          ExitCode.TARGET,
          "no javac beside " + java + ": give a JDK with --java, or compile " + source + " first.");
    }
    List<String> command = new ArrayList<>(List.of(javac.toString(), "-g", "-nowarn", "-d"));
    command.add(classes.toString());
    command.add("-cp");
    command.add(classPath.isEmpty() ? classes.toString() : classPath);
    command.add(source.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(COMPILE_TIMEOUT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new PmException(
          ExitCode.TARGET, source + " does not compile:\n" + said.stripTrailing());
    }
  }

  /**
   * As java's source launcher: the first type of the file; the one named as the file goes first.
   */
  static String mainClass(Path source, String text) {
    String code = NOISE.matcher(text).replaceAll(" ");
    Matcher p = PACKAGE.matcher(code);
    String prefix = p.find() ? p.group(1) + "." : "";
    String named = source.getFileName().toString().replaceFirst("\\.java$", "");
    String first = "";
    Matcher type = TYPE.matcher(topLevel(code));
    while (type.find()) {
      if (type.group(1).equals(named)) {
        return prefix + named;
      }
      first = first.isEmpty() ? type.group(1) : first;
    }
    return prefix + (first.isEmpty() ? named : first);
  }

  private static String topLevel(String code) {
    StringBuilder top = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth == 0) {
        top.append(c);
      }
    }
    return top.toString();
  }
}
