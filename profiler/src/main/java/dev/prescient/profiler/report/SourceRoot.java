package dev.prescient.profiler.report;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds source files under a project's folder, in the layouts of Maven and Gradle, its modules
 * included.
 *
 * <p>State: {@code roots} and {@code found} cache answers; not shared between threads.
 */
public final class SourceRoot {
  private static final List<String> LAYOUTS =
      List.of("src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin", "src", "");

  private final Path folder;
  private @Nullable List<String> roots;
  private final Map<String, String> found = new HashMap<>();

  /** Of a project's folder. */
  public SourceRoot(Path folder) {
    this.folder = folder;
  }

  private static List<String> roots(Path folder) {
    List<String> roots = new ArrayList<>(LAYOUTS);
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(folder, Files::isDirectory)) {
      for (Path module : modules) {
        for (String layout : LAYOUTS) {
          if (layout.contains("/") && Files.isDirectory(module.resolve(layout))) {
            roots.add(module.getFileName() + "/" + layout);
          }
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // not readable: paths by package only
    }
    return roots;
  }

  /** The folder's own address. */
  public URI uri() {
    return folder.toUri();
  }

  /** The path of a frame's source, relative to the folder; by its package if there is no file. */
  public String path(Frame frame) {
    String c = frame.className();
    String inPackage = c.substring(0, Math.max(0, c.lastIndexOf('.') + 1)).replace('.', '/');
    return found.computeIfAbsent(inPackage + frame.file(), this::find);
  }

  private String find(String file) {
    if (roots == null) {
      roots = roots(folder);
    }
    for (String root : roots) {
      String path = root.isEmpty() ? file : root + "/" + file;
      try {
        if (Files.isRegularFile(folder.resolve(path))) {
          return encoded(path);
        }
      } catch (InvalidPathException e) {
        return encoded(file); // a class may claim any name for its source
      }
    }
    return encoded(file);
  }

  private static String encoded(String path) {
    try {
      return new URI(null, null, path.replace('\\', '/'), null).getRawPath();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }
}
