package dev.prescient.replay;

import dev.prescient.agent.Log;
import dev.prescient.replay.inprocess.Entry;
import dev.prescient.replay.inprocess.StaticState;
import dev.prescient.runtime.Exit;
import dev.prescient.runtime.control.KeepRunning;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What comes before the runs of an entry that count, without preemption and without its output. The
 * method runs once with classes of a loader of its own, which tells which classes are initialised,
 * and in which order. The program's own are then initialised in that order, what their static
 * variables are is kept, and the method runs once more, so that whatever is made at the first use
 * of a place is there.
 */
final class WarmUp implements Exit.Action {
  /** Status of a JVM that its entry ends here, as of a wrong option. */
  private static final int BAD_USAGE = 2;

  private final Entry entry;

  private WarmUp(Entry entry) {
    this.entry = entry;
  }

  /**
   * Runs it.
   *
   * @param fresh whether each run loads the program's classes anew: then theirs are not kept
   * @return whether another run may follow in this JVM
   */
  static boolean run(
      ControlledBody body, Entry entry, StaticState statics, ClassCheck classes, boolean fresh)
      throws Entry.Unknown {
    PrintStream out = System.out;
    PrintStream err = System.err;
    Exit.install(new WarmUp(entry));
    body.start();
    mute();
    if (!fresh) {
      statics.watch();
    }
    Entry other = entry.reloaded();
    boolean clean = body.run(other::run, new KeepRunning(), false).clean();
    other.close();
    statics.restore(classes.seen());
    if (!fresh && clean) {
      clean = body.run(statics::initialise, new KeepRunning(), false).clean();
      statics.keep();
    }
    if (!fresh && clean) {
      clean = body.run(entry::run, new KeepRunning(), false).clean();
      statics.restore(classes.seen());
    }
    System.setOut(out);
    System.setErr(err);
    return clean;
  }

  /** Whatever the program prints goes nowhere. */
  static void mute() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    System.setOut(nowhere);
    System.setErr(nowhere);
  }

  @Override
  public int atExit(int status) {
    Log.error(
        "--entry " + entry + " ends the JVM by itself (System.exit): explore it without --entry.");
    return BAD_USAGE;
  }
}
