package dev.prescient.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.cli.memory.Enumerator.Reach;
import dev.prescient.replay.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random programs under {@code explore --entry --memory weak} end in the states that the enumerator
 * has for them: in no other, and in each that is justified; what only thin air leads to is found to
 * be that. {@code -Dlitmus.seed} and {@code -Dlitmus.programs} say which programs and how many.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomMemoryIT {
  private static final long SEED = Long.getLong("litmus.seed", 1);
  private static final int PROGRAMS = Integer.getInteger("litmus.programs", 2);
  private static final long SCHEDULES = Long.getLong("litmus.schedules", 50_000);
  private static final int MAX_STATES = 10;
  private static final Pattern END = Pattern.compile("(end( r\\d+=-?\\d+)*)");
  private static final Map<String, Map<FinalState, Set<Reach>>> REACH = new HashMap<>();

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Program p : programs()) {
      sources.put(p.name(), JavaSource.of(p, List.copyOf(reach(p).keySet())));
    }
    JavaPrograms.compile(Files.createDirectory(folder.resolve("classes")), sources);
  }

  private static synchronized Map<FinalState, Set<Reach>> reach(Program p) {
    return REACH.computeIfAbsent(p.name(), name -> Enumerator.reach(p, List.of()));
  }

  /** The next programs that have more final states than their interleavings, but not too many. */
  static List<Program> programs() {
    return LongStream.iterate(SEED, s -> s + 1)
        .mapToObj(RandomPrograms::of)
        .filter(p -> reach(p).size() <= MAX_STATES)
        .filter(p -> reach(p).values().stream().anyMatch(r -> !r.contains(Reach.INTERLEAVING)))
        .limit(PROGRAMS)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void randomProgram_endsAsTheEnumeratorSays(Program p) throws Exception {
    Path out = Files.createDirectory(folder.resolve(p.name()));
    Path home = Path.of(System.getProperty("java.home"));
    EntryRuns runs = new EntryRuns(out, home, folder.resolve("classes"), p.name()).withRaces();
    Set<String> ends = new TreeSet<>();
    Set<String> thinAir = new TreeSet<>();
    for (EntryRuns.Found f : runs.explore("weak", SCHEDULES)) {
      (f.cause() == Cause.THIN_AIR ? thinAir : ends).add(end(f.reason()));
    }
    thinAir.removeAll(ends);
    Set<String> possible = new TreeSet<>();
    Set<String> justified = new TreeSet<>();
    reach(p)
        .forEach(
            (state, how) -> {
              possible.add("end " + state);
              if (how.contains(Reach.JUSTIFIED)) {
                justified.add("end " + state);
              }
            });
    assertThat(ends).as("%s, thin air %s", p, thinAir).isEqualTo(justified);
    assertThat(thinAir).as(p.toString()).isSubsetOf(possible);
  }

  private static String end(String reason) {
    Matcher m = END.matcher(reason);
    return m.find() ? m.group(1) : reason;
  }
}
