package dev.prescient.cli.hunt;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.Finding;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.replay.Failure;
import dev.prescient.replay.TargetRunner;
import dev.prescient.slicer.Slice;
import dev.prescient.slicer.SliceOptions;
import dev.prescient.slicer.SliceText;
import dev.prescient.slicer.Slicer;
import dev.prescient.slicer.formula.Encoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Explains a failure by running it once more in mode {@code trace} and slicing what was captured.
 * The failure's folder gets {@code slice.txt}, {@code slice.json} and {@code invariants.smt2}.
 */
public final class CapturingExplainer implements Explainer {
  /** Stands for the slicer's own choice of an encoding. */
  public static final String AUTO = "auto";

  /** Stands for no explanation, which takes longer than all else for a small program. */
  public static final String NONE = "none";

  private static final long SOLVER_TIMEOUT_MS = 60_000;

  @Override
  public Finding.Slice explain(
      TargetRunner target,
      Path home,
      Map<AgentOption, String> rerun,
      Finding finding,
      String encoding)
      throws Unexplained, IOException, InterruptedException {
    if (encoding.equals(NONE)) {
      throw new Unexplained("--encoding none");
    }
    String without = withoutAssertion(finding.failure().kind());
    if (!without.isEmpty()) {
      throw new Unexplained(without);
    }
    Map<AgentOption, String> options = new EnumMap<>(rerun);
    options.put(AgentOption.MODE, "trace");
    TargetRunner.Result run = target.run(options);
    Failure failure = sameKind(run, finding.failure());
    Slice slice = Slicer.explain(run.folder(), failure.thread(), failure.site(), options(encoding));
    if (slice.rows().isEmpty()) {
      throw new Unexplained(slice.summary());
    }
    String text = SliceText.of(slice);
    Files.writeString(home.resolve("slice.txt"), text, StandardCharsets.UTF_8);
    Files.writeString(home.resolve("invariants.smt2"), slice.smt(), StandardCharsets.UTF_8);
    write(home.resolve("slice.json"), slice);
    return new Finding.Slice(
        slice.encoding(),
        slice.statements(),
        slice.ofStatements(),
        slice.variables(),
        slice.ofVariables(),
        slice.certified(),
        slice.lines(),
        text.lines().toList());
  }

  private static SliceOptions options(String encoding) {
    Encoding chosen = encoding.equals(AUTO) ? null : Encoding.parse(encoding);
    return new SliceOptions(chosen, true, true, true, SOLVER_TIMEOUT_MS);
  }

  /** Why failures of a kind have no slice; empty if they have one. */
  private static String withoutAssertion(Failure.Kind kind) {
    return switch (kind) {
      case DEADLOCK, MISSED_WAKE_UP ->
          "a deadlock violates no assertion; its explanation is the cycle of waiting threads above";
      case OUTPUT, ORACLE, SLOWDOWN ->
          "no exception or exit status tells where " + kind.text + " was decided";
      case EXCEPTION, ASSERTION, TASK_EXCEPTION, EXIT_STATUS, LIVELOCK, NON_TERMINATION -> "";
    };
  }

  private static Failure sameKind(TargetRunner.Result run, Failure wanted) throws Unexplained {
    for (Failure f : run.outcome().failures()) {
      if (f.kind() == wanted.kind()) {
        return f;
      }
    }
    throw new Unexplained("the run with capture did not fail: " + run.folder());
  }

  private static void write(Path file, Slice s) throws IOException {
    JsonFiles.write(
        file,
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", "prescient/slice/1");
          out.writeStringField("encoding", s.encoding());
          out.writeBooleanField("folded", s.folded());
          out.writeNumberField("statements", s.statements());
          out.writeNumberField("ofStatements", s.ofStatements());
          out.writeNumberField("variables", s.variables());
          out.writeNumberField("ofVariables", s.ofVariables());
          out.writeBooleanField("certified", s.certified());
          strings(out, "lines", s.lines());
          out.writeStringField("goal", s.goal());
          out.writeStringField("goalLocation", s.goalLocation());
          out.writeStringField("summary", s.summary());
          out.writeArrayFieldStart("rows");
          for (Slice.Row r : s.rows()) {
            out.writeStartObject();
            out.writeStringField("thread", r.thread());
            out.writeStringField("site", r.location());
            out.writeStringField("text", r.text());
            out.writeStringField("value", r.value());
            out.writeStringField("note", r.note());
            out.writeEndObject();
          }
          out.writeEndArray();
          out.writeArrayFieldStart("invariants");
          for (Slice.Invariant i : s.invariants()) {
            out.writeStartObject();
            out.writeStringField("text", i.text());
            out.writeBooleanField("proved", i.proved());
            out.writeEndObject();
          }
          out.writeEndArray();
          strings(out, "interpolants", s.interpolants());
          strings(out, "notes", s.notes());
          out.writeEndObject();
        });
  }

  private static void strings(JsonGenerator out, String name, List<String> values)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (String v : values) {
      out.writeString(v);
    }
    out.writeEndArray();
  }
}
