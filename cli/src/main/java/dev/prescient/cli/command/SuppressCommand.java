package dev.prescient.cli.command;

import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.RunFolder;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RaceText;
import dev.prescient.profiler.race.Suppressions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm suppress R1 …}: the lines of a suppression file that cover races of a run. */
@Command(
    name = "suppress",
    description = "Prints the lines that suppress races of a run, or appends them to a file.")
final class SuppressCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "pm-out",
      description = "Where run folders are looked for (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("pm-out");

  @Option(
      names = "--run",
      paramLabel = "RUN",
      defaultValue = "latest",
      description = "The run that reported them (default: ${DEFAULT-VALUE}).")
  private String run = "latest";

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why they are not to be reported.")
  private String reason = "";

  @Option(
      names = "--append",
      description = "Append the lines to the file instead of printing them.")
  private boolean append;

  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      defaultValue = "prescient.supp",
      description = "The file to append to (default: ${DEFAULT-VALUE}).")
  private Path file = Path.of("prescient.supp");

  @Parameters(arity = "1..*", paramLabel = "RACE", description = "Ids as reported: R1 R2 …")
  private List<String> ids = List.of();

  @Override
  public Integer call() throws IOException {
    if (reason.isBlank() || reason.matches("(?s).*[\"\\r\\n].*")) {
      throw new PmException(
          ExitCode.USAGE, "--reason: expected one line of text, without quotation marks.");
    }
    List<String> lines = lines();
    if (append) {
      append(lines);
    } else {
      lines.forEach(System.out::println);
    }
    return ExitCode.OK;
  }

  private List<String> lines() throws IOException {
    Path home = RunFolder.find(run, out);
    List<String> lines = new ArrayList<>();
    for (String id : ids) {
      RaceReport race = Races.find(home, id, "--run " + run);
      String line = RaceText.suppression(race, reason.strip());
      if (!lines.contains(line)) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Adds the lines that the file has not; it must be one that pm can read. */
  private void append(List<String> lines) throws IOException {
    String text = Files.exists(file) ? known() : "";
    List<String> there = text.lines().map(String::strip).toList();
    StringBuilder more = new StringBuilder(text.isEmpty() || text.endsWith("\n") ? "" : "\n");
    lines.stream().filter(l -> !there.contains(l)).forEach(l -> more.append(l).append("\n"));
    Files.writeString(
        file, more, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private String known() throws IOException {
    try {
      Suppressions.read(file, LocalDate.now(ZoneOffset.UTC));
    } catch (AgentOptions.Invalid e) {
      throw new PmException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
    return Files.readString(file);
  }
}
