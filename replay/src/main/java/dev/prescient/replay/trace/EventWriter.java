package dev.prescient.replay.trace;

import dev.prescient.agent.Log;
import dev.prescient.agent.instrument.CapturedClasses;
import dev.prescient.agent.instrument.CapturedClasses.Captured;
import dev.prescient.runtime.trace.TraceHooks;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes what {@link TraceHooks} records to {@link #NAME}: each block is a class ({@code C}) or a
 * piece of the events ({@code E}), a class before the first event in it.
 *
 * <p>State: used under the lock of the hooks only. A write that fails ends the trace, said once.
 */
public final class EventWriter implements TraceHooks.Sink {
  /** In a run's folder. */
  public static final String NAME = "trace/events.pmt";

  static final String MAGIC = "PMTRACE1";

  private final BlockWriter out;
  private boolean failed;

  private EventWriter(BlockWriter out) {
    this.out = out;
  }

  /**
   * Starts to record.
   *
   * @param run the run's folder
   * @throws IOException if the file cannot be created
   */
  public static EventWriter start(Path run) throws IOException {
    Path file = run.resolve(NAME);
    Files.createDirectories(file.resolveSibling("."));
    EventWriter writer = new EventWriter(new BlockWriter(file, MAGIC));
    TraceHooks.start(writer);
    return writer;
  }

  /** Ends the recording: what is left is written and the file closed. */
  public void stop() {
    TraceHooks.stop();
    try {
      out.close();
    } catch (IOException e) {
      fail(e);
    }
  }

  @Override
  public void block(byte[] bytes, int length) {
    if (failed) {
      return;
    }
    try {
      for (Captured c : CapturedClasses.take()) {
        write(c);
      }
      byte[] block = new byte[length + 1];
      block[0] = 'E';
      System.arraycopy(bytes, 0, block, 1, length);
      out.write(block, 0, block.length);
    } catch (IOException e) {
      fail(e);
    }
  }

  private void write(Captured c) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(c.bytes().length + 256);
    DataOutputStream data = new DataOutputStream(bytes);
    data.writeByte('C');
    data.writeInt(c.firstMethod);
    data.writeUTF(c.name);
    data.write(c.bytes());
    out.write(bytes.toByteArray(), 0, bytes.size());
  }

  private void fail(IOException e) {
    failed = true;
    Log.error("the trace ends early: " + e);
  }
}
