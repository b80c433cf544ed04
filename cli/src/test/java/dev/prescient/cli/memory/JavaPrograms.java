package dev.prescient.cli.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Compiles programs in Java. */
final class JavaPrograms {
  private JavaPrograms() {}

  /**
   * Compiles classes with what a debugger needs.
   *
   * @param folder that gets a source and a class file for each
   * @param sources by name of the class
   */
  static void compile(Path folder, Map<String, String> sources) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-g", "-nowarn", "-d", folder.toString()));
    for (Map.Entry<String, String> s : sources.entrySet()) {
      Path file = folder.resolve(s.getKey() + ".java");
      Files.writeString(file, s.getValue());
      arguments.add(file.toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IOException("does not compile: " + sources.keySet());
    }
  }
}
