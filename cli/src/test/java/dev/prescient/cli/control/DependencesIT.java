package dev.prescient.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.site.Site;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.TargetRunner;
import dev.prescient.slicer.symbolic.Taints;
import dev.prescient.slicer.symbolic.TraceExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** What depends on loads of a captured run: {@code Dependent.java} says it line by line. */
@Execution(ExecutionMode.CONCURRENT)
class DependencesIT {
  private static final Pattern MARK = Pattern.compile("// (guess|on|not) (\\w+)$");
  private static final int MOST_THREADS = 12;

  @TempDir private Path folder;

  static Stream<Path> javas() throws IOException {
    return Stream.concat(
        Stream.of(ControlledProgram.thisJava()), ControlledProgram.java25().stream());
  }

  /** Sites of the accesses of each line. */
  private Map<Integer, List<Long>> accesses() throws IOException {
    Map<Integer, List<Long>> byLine = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path p : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        ClassNode c = new ClassNode();
        new ClassReader(Files.readAllBytes(p)).accept(c, 0);
        for (MethodNode m : c.methods) {
          accesses(c, m, byLine);
        }
      }
    }
    return byLine;
  }

  private static void accesses(ClassNode c, MethodNode m, Map<Integer, List<Long>> byLine) {
    int index = 0;
    int line = 0;
    for (AbstractInsnNode insn : m.instructions) {
      line = insn instanceof LineNumberNode l ? l.line : line;
      int op = insn.getOpcode();
      boolean element = op >= Opcodes.IALOAD && op <= Opcodes.SALOAD;
      boolean store = op >= Opcodes.IASTORE && op <= Opcodes.SASTORE;
      if (element || store || (op >= Opcodes.GETSTATIC && op <= Opcodes.PUTFIELD)) {
        long site = Site.hash(c.name, m.name, m.desc, index);
        byLine.computeIfAbsent(line, l -> new ArrayList<>()).add(site);
      }
      index += op >= 0 ? 1 : 0;
    }
  }

  private record Line(int number, String mark, String guess) {}

  private List<Line> lines() throws IOException {
    List<Line> marked = new ArrayList<>();
    List<String> lines = Files.readAllLines(folder.resolve("Dependent.java"));
    for (int i = 0; i < lines.size(); i++) {
      Matcher m = MARK.matcher(lines.get(i));
      if (m.find()) {
        marked.add(new Line(i + 1, m.group(1), m.group(2)));
      }
    }
    return marked;
  }

  @ParameterizedTest
  @MethodSource("javas")
  void markedLines_dependOnTheGuessesTheyName(Path java) throws Exception {
    ControlledProgram program = new ControlledProgram(folder, java, "Dependent");
    TargetRunner.Result run =
        program.run(Map.of(AgentOption.MODE, "trace", AgentOption.STRATEGY, "rr"));
    assertThat(program.exit()).as(run.stderr()).isZero();
    Map<Integer, List<Long>> accesses = accesses();
    Map<String, Occurrence> guesses = new LinkedHashMap<>();
    for (Line l : lines()) {
      if (l.mark.equals("guess")) {
        assertThat(accesses.get(l.number)).as("line " + l.number).hasSize(1);
        guesses.put(l.guess, new Occurrence("0", accesses.get(l.number).get(0), 1));
      }
    }
    Taints taints = TraceExecution.taints(run.folder(), List.copyOf(guesses.values()), Map.of());
    assertThat(taints.lost()).isZero();
    List<String> wrong = new ArrayList<>();
    for (Line l : lines()) {
      if (l.mark.equals("guess")) {
        continue;
      }
      List<Occurrence> happened = new ArrayList<>();
      for (long site : accesses.get(l.number)) {
        happened.addAll(occurrences(taints, site));
      }
      // A line that stores what it loads depends through its store.
      Stream<Boolean> leads = happened.stream().map(o -> taints.leads(guesses.get(l.guess), o));
      boolean any = leads.anyMatch(b -> b);
      if (happened.isEmpty() || any != l.mark.equals("on")) {
        wrong.add("Dependent.java:" + l.number + " " + l.mark + " " + l.guess + " " + happened);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Every time that any thread was at a site. */
  private static List<Occurrence> occurrences(Taints taints, long site) {
    List<Occurrence> all = new ArrayList<>();
    List<String> threads = new ArrayList<>(List.of("0"));
    for (int i = 1; i < MOST_THREADS; i++) {
      threads.add("0." + i);
    }
    for (String thread : threads) {
      for (int n = 1; n <= taints.visits(thread, site); n++) {
        all.add(new Occurrence(thread, site, n));
      }
    }
    return all;
  }
}
