package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import java.io.IOException;
import java.util.EnumMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pm record}: one controlled run with its schedule. */
@Command(name = "record", description = "Finds races, then records a run with its schedule.")
final class RecordCommand implements Callable<Integer> {
  @Mixin private ControlledRuns runs = new ControlledRuns();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return runs.run("record", new EnumMap<>(AgentOption.class));
  }
}
