package dev.prescient.bench;

import dev.prescient.replay.TargetRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code java -cp benchmarks.jar:pm.jar dev.prescient.bench.Determinism [--replays 1000] [--jvms
 * 20] JAVA_HOME…}: fourteen kinds of synchronisation, each recorded once, then followed so many
 * times in one JVM and so many times in a JVM of its own, on each JDK. Ends with 1 if not all event
 * logs are equal.
 */
public final class Determinism {
  private static final List<String> KINDS =
      List.of(
          "monitors",
          "conditions",
          "barriers",
          "executor",
          "completable",
          "forkJoin",
          "parallelStream",
          "pipeline",
          "ring",
          "time",
          "interrupts",
          "spins",
          "identities",
          "others");

  private static final String PROGRAM = "Fourteen";

  private final Path classes;
  private final Path work;
  private final int replays;
  private final int jvms;

  private Determinism(Path classes, Path work, int replays, int jvms) {
    this.classes = classes;
    this.work = work;
    this.replays = replays;
    this.jvms = jvms;
  }

  public static void main(String[] args) throws Exception {
    int replays = 1000;
    int jvms = 20;
    List<Path> homes = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--replays" -> replays = Integer.parseInt(args[++i]);
        case "--jvms" -> jvms = Integer.parseInt(args[++i]);
        default -> homes.add(Path.of(args[i]));
      }
    }
    if (homes.isEmpty() || replays < 2) {
      System.err.println("pm: expected [--replays N, 2 or more] [--jvms N] JAVA_HOME…");
      System.exit(2);
    }
    Path work = Files.createTempDirectory("prescient-determinism");
    Path classes = Files.createDirectories(work.resolve("classes"));
    ClassicCase.compile(List.of(Subjects.resource(PROGRAM, work)), classes.toString(), classes);
    Determinism d = new Determinism(classes, work, replays, jvms);
    System.out.println("| kind | JDK | points | equal in one JVM | equal in JVMs of their own |");
    System.out.println("| --- | --- | --- | --- | --- |");
    boolean equal = true;
    for (Path home : homes) {
      for (String kind : KINDS) {
        equal &= d.row(home, kind);
      }
    }
    if (!equal) {
      System.exit(1);
    }
  }

  private boolean row(Path home, String kind) throws Exception {
    Path folder = work.resolve(home.getFileName() + "-" + kind);
    Path java = home.resolve("bin").resolve("java");
    EntryRuns runs = new EntryRuns(java, Benchmarks.agent(), classes, PROGRAM + "#" + kind, folder);
    TargetRunner.Result recorded = runs.record(1);
    long hash = recorded.outcome().hash();
    TargetRunner.Result here = runs.follow(recorded.folder(), replays);
    Map<String, Long> counts = here.outcome().counts();
    boolean same =
        counts.getOrDefault("distinct", 0L) == 1
            && counts.getOrDefault("left", -1L) == 0
            && here.outcome().hash() == hash;
    long ran = counts.getOrDefault("schedules", 0L);
    int equal = 0;
    for (int i = 0; i < jvms; i++) {
      equal += runs.follow(recorded.folder(), 1).outcome().hash() == hash ? 1 : 0;
    }
    boolean fine = recorded.outcome().failures().isEmpty();
    System.out.printf(
        "| %s | %s | %d | %s | %d of %d |%s%n",
        kind,
        home.getFileName(),
        recorded.outcome().points(),
        same ? ran + " of " + replays : "no: " + counts,
        equal,
        jvms,
        fine ? "" : " " + recorded.outcome().failures());
    return fine && same && ran == replays && equal == jvms;
  }
}
