package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.Log;
import dev.prescient.replay.inprocess.Entry;
import dev.prescient.replay.inprocess.EntryMain;
import dev.prescient.replay.inprocess.StaticState;
import dev.prescient.replay.trace.Recording;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.JdkState;

/**
 * One controlled run of an entry's method in a JVM of its own, after what {@link RepeatedRuns} does
 * before its first schedule: what failed there fails here.
 */
final class WarmRun implements EntryMain.Repeater {
  /** Status of a JVM in which the run cannot begin. */
  private static final int NOT_STARTED = 69;

  private final AgentContext context;
  private final Recording.Header header;
  private final ClassCheck classes;
  private final ControlledRun run;

  WarmRun(AgentContext context, Recording.Header header, ClassCheck classes, ControlledRun run) {
    this.context = context;
    this.header = header;
    this.classes = classes;
    this.run = run;
  }

  @Override
  public void run(Entry entry) throws Throwable {
    ThreadState here = ThreadState.current();
    here.busy++;
    ControlledBody body =
        new ControlledBody(
            context.sites(),
            header.seed(),
            header.baseMillis(),
            RepeatedRuns.steps(context),
            WarmRun::lost);
    boolean fresh = context.options().on(AgentOption.FRESH_LOADER);
    if (!WarmUp.run(body, entry, new StaticState(context.inst()), classes, fresh)) {
      lost();
    }
    body.end();
    Entry anew = fresh ? entry.reloaded() : entry;
    JdkState.restore(header.seed());
    run.begin();
    here.busy--;
    anew.run();
  }

  private static void lost() {
    Log.error("the threads of the entry's first run, which is not counted, do not end.");
    Runtime.getRuntime().halt(NOT_STARTED);
  }
}
