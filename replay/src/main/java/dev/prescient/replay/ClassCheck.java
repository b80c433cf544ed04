package dev.prescient.replay;

import dev.prescient.agent.instrument.WovenListener;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of the application's classes: recorded, and compared with those of the recording that is
 * followed. Another program, or another version of it, is refused: its schedule would mean nothing.
 *
 * <p>State: guarded by this object's monitor; {@code out} is set once the run's recording is open,
 * classes seen before that are kept for it.
 */
final class ClassCheck implements WovenListener {
  private final @Nullable Recording followed;
  private final Map<String, Long> early = new LinkedHashMap<>();
  private @Nullable RecordingWriter out;
  private boolean any;
  private long seen;

  ClassCheck(@Nullable Recording followed) {
    this.followed = followed;
  }

  synchronized void writeTo(RecordingWriter writer) {
    out = writer;
    early.forEach(writer::type);
    early.clear();
  }

  /** How often a class was woven. */
  synchronized long seen() {
    return seen;
  }

  /** Hands over the classes seen so far, where no recording is being written. */
  synchronized void copyTo(RecordingWriter writer) {
    early.forEach(writer::type);
  }

  @Override
  public synchronized void woven(String name, byte[] bytes, @Nullable ClassLoader loader) {
    long hash = hash(bytes);
    Recording recording = followed;
    if (recording != null) {
      check(recording, name, hash, bytes, loader);
    }
    any = true;
    seen++;
    RecordingWriter writer = out;
    if (writer == null) {
      early.put(name, hash);
    } else {
      writer.type(name, hash);
    }
  }

  private void check(
      Recording recording, String name, long hash, byte[] bytes, @Nullable ClassLoader loader) {
    Long recorded = recording.classes().get(name);
    if (recorded == null ? !any && !recording.classes().isEmpty() : recorded != hash) {
      if (recorded == null || isFromFile(name, bytes, loader)) {
        ControlledMode.refuse(
            "the recording is of another program: class "
                + name.replace('/', '.')
                + (recorded == null ? " is not in it" : " differs")
                + ". It was made by: "
                + recording.header().command()
                + ". Record again.");
      }
    }
  }

  /** A class made at run time may differ from run to run under one name. */
  private static boolean isFromFile(String name, byte[] bytes, @Nullable ClassLoader loader) {
    try (InputStream in = loader == null ? null : loader.getResourceAsStream(name + ".class")) {
      return in != null && Arrays.equals(in.readAllBytes(), bytes);
    } catch (IOException e) {
      return false;
    }
  }

  /** FNV-1a over the bytes, 64 bits. */
  static long hash(byte[] bytes) {
    long h = 0xcbf29ce484222325L;
    for (byte b : bytes) {
      h = (h ^ (b & 0xFF)) * 0x100000001b3L;
    }
    return h;
  }
}
