package dev.prescient.agent;

import dev.prescient.agent.instrument.PrescientTransformer;
import dev.prescient.agent.instrument.Weaving;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.runtime.Exit;
import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.ThreadState;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** Starts the agent proper: options, mode, transformer. A wrong option stops the JVM here. */
public final class AgentMain {
  /** Exit status for bad usage, as of every verb. */
  private static final int BAD_USAGE = 2;

  /** Exit status for an internal error, as of every verb. */
  private static final int INTERNAL_ERROR = 70;

  private AgentMain() {}

  /**
   * Starts it.
   *
   * @param arguments behind the agent's jar on the command line
   * @param version of ours, as in reports
   * @param build tells builds of ours apart
   * @param missing why there is no {@link SecondAgent}; empty if there is
   */
  public static void start(
      @Nullable String arguments,
      Instrumentation inst,
      String version,
      String build,
      String missing) {
    AgentOptions options;
    Mode mode;
    try {
      options = AgentOptions.parse(arguments == null ? "" : arguments);
      Log.configure(options);
      mode = Mode.of(options.mode());
    } catch (AgentOptions.Invalid e) {
      Log.error(String.valueOf(e.getMessage()));
      Runtime.getRuntime().halt(BAD_USAGE);
      return;
    }
    ThreadState main = ThreadState.main();
    main.busy++;
    try {
      start(
          mode,
          new AgentContext(inst, version, build, options, new SiteTable(), new Counts()),
          missing);
    } catch (AgentOptions.Invalid e) {
      Log.error(String.valueOf(e.getMessage()));
      Runtime.getRuntime().halt(BAD_USAGE);
    } catch (RuntimeException | Error e) {
      Log.error("internal error, the agent did not start: " + e);
      e.printStackTrace();
      Runtime.getRuntime().halt(INTERNAL_ERROR);
    } finally {
      main.busy--;
    }
  }

  private static void start(Mode mode, AgentContext context, String missing) {
    Weaving weaving = mode.weaving(context);
    PrescientTransformer transformer = new PrescientTransformer(weaving, context);
    Instrumentation second = SecondAgent.instrumentation();
    if (second == null) {
      context.counts().add("secondAgentMissing", 1);
      Log.say(
          "classes that are loaded while another is woven are left as they are: the second agent"
              + " did not start"
              + (missing.isEmpty() ? "" : ": " + missing));
    }
    transformer.install(second);
    mode.begin(context);
    Exit.after(transformer);
    HappensBefore.start();
  }
}
