package dev.prescient.bench;

import dev.prescient.bench.Variant.Body;
import dev.prescient.bench.Variant.Patch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What the agent does to be fast, each as the agent without it.
 *
 * @param name in tables
 * @param kernels that it is for: others are not measured without it
 * @param options of the agent that leave it out
 * @param patches that leave it out
 */
record Ablation(String name, List<String> kernels, String options, List<Patch> patches) {
  private static final String RACE = "runtime/race/";
  private static final String WEAVING = "agent/instrument/";

  private static final List<Patch> CALLED =
      List.of(
          new Patch(RACE + "FastTrack", "read", Body.CALLED),
          new Patch(RACE + "FastTrack", "write", Body.CALLED),
          new Patch(RACE + "FastTrack", "readStatic", Body.CALLED),
          new Patch(RACE + "FastTrack", "writeStatic", Body.CALLED),
          new Patch(RACE + "FastTrackArrays", "readElement", Body.CALLED),
          new Patch(RACE + "FastTrackArrays", "writeElement", Body.CALLED));

  /** All of them, one at a time. */
  static final List<Ablation> ALL =
      List.of(
          of("loops as ranges", "Sor Lufact Crypt", WEAVING + "LoopChecks", "plan"),
          of("rows of elements as ranges", "Crypt MolDyn", WEAVING + "BlockChecks", "plan"),
          of("runs of elements", "Lufact JucMix", RACE + "ThreadArrays", "continues"),
          of("shared states of elements", "Sparse", RACE + "VarState", "shared", Body.PARAMETER),
          of("planes per reading thread", "Sparse JucMix", RACE + "FineStates", "planeToWrite"),
          new Ablation(
              "redundant checks left out",
              List.of("MolDyn", "Ray"),
              ",precision=precise",
              List.of()),
          of("plain stores in constructors", "Ray", WEAVING + "CheckFlow", "makesFresh"),
          of("fields of an object together", "MolDyn Ray", WEAVING + "CheckGroups", "add"),
          of("marks of shared reads", "MolDyn Ray", "runtime/ThreadState", "markRead"),
          new Ablation("same epoch without a call", List.of("MolDyn", "Ray", "Sparse"), "", CALLED),
          of("clocks beside volatile fields", "Rings", WEAVING + "VolatileClocks", "add"),
          of("clocks of monitors in objects", "Bank", WEAVING + "SyncPass", "keepsMonitorClock"),
          of("filter of locations", "JucMix", "runtime/WeakTable", "mayHave", Body.TRUE),
          of("cache of locations", "Bank JucMix", "runtime/ThreadState", "remember"));

  /** The agent whose woven hooks do nothing. */
  static final Ablation FLOOR =
      new Ablation(
          "empty hooks",
          List.of(),
          "",
          List.of(
              new Patch("runtime/HappensBefore", "isOn", Body.NOTHING),
              nothing("runtime/HappensBefore", "start"),
              nothing("runtime/HappensBefore", "acquire"),
              nothing("runtime/HappensBefore", "release"),
              nothing("runtime/HappensBefore", "beforeMonitor"),
              nothing("runtime/HappensBefore", "monitorEnter"),
              nothing("runtime/HappensBefore", "monitorExit"),
              nothing("runtime/HappensBefore", "volatileRead"),
              nothing("runtime/HappensBefore", "volatileWrite"),
              nothing("runtime/HappensBefore", "elementWrite"),
              nothing("runtime/HappensBefore", "unsafeRead"),
              nothing("runtime/HappensBefore", "unsafeWrite"),
              nothing("runtime/HappensBefore", "learn"),
              nothing("runtime/HappensBefore", "learnFrom"),
              nothing(RACE + "Frozen", "read"),
              nothing(RACE + "FastTrack", "read"),
              nothing(RACE + "FastTrack", "write"),
              nothing(RACE + "FastTrack", "create"),
              nothing(RACE + "FastTrack", "readStatic"),
              nothing(RACE + "FastTrack", "writeStatic"),
              nothing(RACE + "FieldGroups", "read"),
              nothing(RACE + "FieldGroups", "write"),
              nothing(RACE + "FieldGroups", "create"),
              nothing(RACE + "FastTrackArrays", "readElement"),
              nothing(RACE + "FastTrackArrays", "writeElement"),
              nothing(RACE + "FastTrackArrays", "range"),
              nothing(RACE + "FastTrackArrays", "enterLoop"),
              nothing(RACE + "FastTrackArrays", "leaveLoop")));

  private static Ablation of(String name, String kernels, String owner, String method) {
    return of(name, kernels, owner, method, Body.NOTHING);
  }

  private static Ablation of(String name, String kernels, String owner, String method, Body body) {
    return new Ablation(
        name, List.of(kernels.split(" ", -1)), "", List.of(new Patch(owner, method, body)));
  }

  private static Patch nothing(String owner, String method) {
    return new Patch(owner, method, Body.NOTHING);
  }

  /** The agent without it. */
  Path jar(Path agent, Path folder) throws IOException {
    Path copy = folder.resolve(name.replace(' ', '-') + ".jar");
    Variant.write(agent, copy, patches);
    return copy;
  }
}
