package dev.prescient.replay.memory;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.RunExtension;
import dev.prescient.runtime.memory.MemoryHooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts the memory model under a controlled run: {@code mode=profile} keeps read histories, {@code
 * inject} and {@code off} name candidates of {@code run}, {@code memory=weak} turns the adversary
 * on. Writes {@code candidates.json}: in a profile those found, else those injected, so that the
 * run's folder is enough to run it again.
 *
 * <p>State: {@code run} is set before the program starts.
 */
public final class MemoryExtension implements RunExtension {
  private @Nullable MemoryRun run;

  @Override
  public void begin(AgentContext context, Path folder) {
    AgentOptions o = context.options();
    RunValues values = new RunValues();
    Adversary adversary =
        List.of("stale", "weak").contains(o.text(AgentOption.MEMORY))
            ? new Heuristics(o.number(AgentOption.SEED))
            : null;
    Injector injector =
        new Injector(
            injected(o), adversary, SpeculativeRead.probes(o.text(AgentOption.PROBE)), values);
    MemoryRun model =
        new MemoryRun(
            context.sites(),
            (int) o.number(AgentOption.VALUES),
            values,
            o.mode().equals("profile") ? new Profiler(values) : null,
            injector);
    run = model;
    MemoryHooks.install(model);
  }

  private static List<SpeculativeRead> injected(AgentOptions o) {
    String on = o.text(AgentOption.INJECT);
    String off = o.text(AgentOption.OFF);
    if (on.isEmpty() && off.isEmpty()) {
      return List.of();
    }
    Path file = Path.of(o.text(AgentOption.RUN)).resolve(CandidatesFile.NAME);
    return SpeculativeRead.parse(on, off, read(file), file.toString());
  }

  private static Map<String, Candidate> read(Path file) {
    Map<String, Candidate> known = new HashMap<>();
    try {
      for (Candidate c : CandidatesFile.read(file)) {
        known.put(c.id(), c);
      }
    } catch (IOException e) {
      throw new AgentOptions.Invalid("cannot read the candidates of a run: " + e.getMessage());
    }
    return known;
  }

  @Override
  public void atExit(Path folder) throws IOException {
    MemoryRun model = run;
    if (model != null) {
      CandidatesFile.write(folder.resolve(CandidatesFile.NAME), model.candidates());
    }
  }

  @Override
  public List<Outcome.Injected> injections() {
    MemoryRun model = run;
    return model == null ? List.of() : model.injections();
  }

  @Override
  public Map<String, Long> counts() {
    MemoryRun model = run;
    return model == null ? Map.of() : model.counts();
  }
}
