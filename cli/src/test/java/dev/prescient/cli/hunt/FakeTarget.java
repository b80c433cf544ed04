package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.target.Finished;
import dev.prescient.cli.target.Target;
import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Value;
import dev.prescient.replay.Failure;
import dev.prescient.replay.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A program that does what a test says: no JVM is started. */
final class FakeTarget implements Target {
  static final Candidate FUTURE =
      new Candidate(
          "C1",
          Candidate.Kind.FUTURE,
          false,
          "A.x",
          "A.x:I",
          new Occurrence("0.1", 1, 1),
          "A.java:3",
          new Occurrence("0.2", 2, 1),
          "A.java:9",
          new Value('I', 1, null));
  static final Failure ASSERTION =
      new Failure(
          Failure.Kind.ASSERTION,
          "java.lang.AssertionError",
          "java.lang.AssertionError",
          "0.1",
          "reader",
          "A.java:5",
          null,
          List.of("A.read(A.java:5)"));

  /** What controlled runs do, by their options. */
  interface Behaviour {
    Outcome run(Map<AgentOption, String> options);
  }

  private final Path folder;
  private final Behaviour behaviour;
  private final AtomicInteger number = new AtomicInteger();
  final List<Map<AgentOption, String>> runs = new ArrayList<>();
  boolean races = true;
  String baselineError = "";

  FakeTarget(Path folder, Behaviour behaviour) {
    this.folder = folder;
    this.behaviour = behaviour;
  }

  private Path next() throws IOException {
    Path f = Files.createDirectories(folder.resolve("run" + number.incrementAndGet()));
    Files.writeString(f.resolve("stdout.txt"), "");
    Files.writeString(f.resolve("stderr.txt"), "");
    return f;
  }

  @Override
  public Finished baseline(Duration timeout) throws IOException {
    Path f = next();
    Files.writeString(f.resolve("stderr.txt"), baselineError);
    return new Finished(f, baselineError.isEmpty() ? 0 : 1, false, Duration.ZERO);
  }

  @Override
  public Finished start(Map<AgentOption, String> options) throws IOException {
    Path f = next();
    writeRaces(f);
    return new Finished(f, 0, false, Duration.ZERO);
  }

  @Override
  public synchronized Result run(Map<AgentOption, String> options) throws IOException {
    runs.add(options);
    Path f = next();
    writeRaces(f);
    if ("profile".equals(options.get(AgentOption.MODE))
        && !options.containsKey(AgentOption.INJECT)) {
      CandidatesFile.write(f.resolve(CandidatesFile.NAME), List.of(FUTURE));
    }
    return new Result(f, behaviour.run(options), "", "", false);
  }

  private void writeRaces(Path f) throws IOException {
    Access read = access(false, "A.java:3", "A.read", "0.1");
    Access write = access(true, "A.java:9", "A.write", "0.2");
    RacesFile.write(
        f.resolve(RacesFile.NAME),
        races
            ? List.of(
                new RaceReport(
                    "R1",
                    "A.x",
                    RaceReport.Kind.STATIC,
                    "A.x:I",
                    "int",
                    1,
                    read,
                    write,
                    null,
                    List.of(),
                    "",
                    false))
            : List.of());
  }

  private static Access access(boolean write, String site, String method, String thread) {
    return new Access(
        write,
        site,
        "1",
        method,
        thread,
        "worker",
        "",
        Access.Kept.NOTHING,
        List.of(),
        List.of(),
        List.of());
  }

  static Outcome fine() {
    return outcome(null, List.of());
  }

  static Outcome injected(Outcome.Fate fate, @Nullable Failure failure) {
    Occurrence store = fate == Outcome.Fate.VALIDATED ? FUTURE.store() : null;
    return outcome(
        failure,
        List.of(
            new Outcome.Injected(
                "C1", fate, "0", store, store == null ? "" : "A.java:9", true, List.of())));
  }

  private static Outcome outcome(@Nullable Failure failure, List<Outcome.Injected> injections) {
    return new Outcome(
        failure == null ? 0 : 1,
        failure == null ? List.of() : List.of(failure),
        injections,
        null,
        10,
        3,
        0,
        0,
        false,
        Map.of());
  }
}
