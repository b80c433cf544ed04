package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.replay.trace.EventWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Records the events for the slicer in runs of mode {@code trace}.
 *
 * <p>State: {@code writer} is set when the run begins.
 */
public final class TraceCapture implements RunExtension {
  private @Nullable EventWriter writer;

  @Override
  public void begin(AgentContext context, Path folder) throws IOException {
    if (context.options().mode().equals("trace")) {
      writer = EventWriter.start(folder);
    }
  }

  @Override
  public void atExit(Path folder) {
    EventWriter w = writer;
    if (w != null) {
      w.stop();
    }
  }
}
