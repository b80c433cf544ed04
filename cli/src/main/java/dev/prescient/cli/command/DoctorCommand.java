package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.target.Canary;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.JavaHome;
import dev.prescient.cli.target.PmJar;
import dev.prescient.cli.target.Program;
import dev.prescient.profiler.RunFolder;
import dev.prescient.profiler.json.JsonFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pm doctor}: what is in force, and whether the tool works on this JDK. */
@Command(
    name = "doctor",
    description = "Shows JDK, jar and effective options, and tries the tool on itself.")
final class DoctorCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    AgentOptions options = common.agentOptions(new EnumMap<>(AgentOption.class));
    Path java = JavaHome.executable(common.java);
    Path folder = Files.createTempDirectory("pm-doctor");
    String canary;
    try {
      Program program = new Program(java, List.of(), Path.of("").toAbsolutePath());
      canary = Canary.check(program, folder);
    } finally {
      RunFolder.delete(folder);
    }
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", PmJar.version());
    facts.put("jar", PmJar.path().toString());
    facts.put("java", java.toString());
    facts.put("jdk", JavaHome.version(java));
    facts.put(
        "classSharing",
        "-Xshare:off is given to race, profile and record, unless the program says -Xshare itself");
    facts.put("canary", canary);
    if (common.json) {
      json(facts, options);
    } else {
      facts.forEach((name, fact) -> System.out.println(name + ": " + fact));
      for (AgentOption k : AgentOption.values()) {
        System.out.println(
            "option " + k.text + " = " + options.text(k) + " (" + options.origin(k) + ")");
      }
    }
    return canary.equals(Canary.PASSED) ? ExitCode.OK : ExitCode.INTERNAL;
  }

  private static void json(Map<String, String> facts, AgentOptions options) throws IOException {
    PrintWriter writer = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    JsonFiles.write(
        writer,
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", "prescient/doctor/1");
          for (Map.Entry<String, String> fact : facts.entrySet()) {
            out.writeStringField(fact.getKey(), fact.getValue());
          }
          out.writeObjectFieldStart("options");
          for (AgentOption k : AgentOption.values()) {
            out.writeObjectFieldStart(k.text);
            out.writeStringField("value", options.text(k));
            out.writeStringField("origin", options.origin(k));
            out.writeEndObject();
          }
          out.writeEndObject();
          out.writeEndObject();
        });
    writer.flush();
  }
}
