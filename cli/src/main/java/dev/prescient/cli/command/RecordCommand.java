package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import java.io.IOException;
import java.util.EnumMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pm record}: one run with its recording, controlled or with its threads running free. */
@Command(name = "record", description = "Finds races, then records a run with its schedule.")
final class RecordCommand implements Callable<Integer> {
  @Mixin private ControlledRuns runs = new ControlledRuns();

  @Option(
      names = "--free",
      description =
          "Let the threads run in parallel and record the order of their operations: for what"
              + " fails in no controlled run.")
  private boolean free;

  @Option(
      names = "--races",
      paramLabel = "RUN",
      description = "Take the racy variables from an earlier run instead of looking for races.")
  private @Nullable String races;

  @Override
  public Integer call() throws IOException, InterruptedException {
    EnumMap<AgentOption, String> none = new EnumMap<>(AgentOption.class);
    return free ? runs.runFree(races, none) : runs.run("record", races, none);
  }
}
