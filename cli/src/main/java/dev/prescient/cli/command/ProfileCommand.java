package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pm profile}: the values that racy loads might have returned. */
@Command(
    name = "profile",
    description =
        "Finds races, then records a run and the past and future values its racy loads might have"
            + " returned.")
final class ProfileCommand implements Callable<Integer> {
  @Mixin private ControlledRuns runs = new ControlledRuns();

  @Option(
      names = "--values",
      paramLabel = "N",
      defaultValue = "8",
      description = "Values kept per location (default: ${DEFAULT-VALUE}).")
  private String values = "8";

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<AgentOption, String> more = new EnumMap<>(AgentOption.class);
    more.put(AgentOption.VALUES, values);
    return runs.run("profile", null, more);
  }
}
