package dev.prescient.agent.instrument;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls by which a program writes something out: external actions (JLS 17.4.2). */
final class OutputCalls {
  private static final Set<String> IN_MEMORY =
      Set.of(
          "java/io/ByteArrayOutputStream",
          "java/io/CharArrayWriter",
          "java/io/StringWriter",
          "java/io/PipedOutputStream",
          "java/io/PipedWriter");

  private static final List<String> WRITING =
      List.of("write", "print", "append", "format", "flush", "send", "transferTo", "force");

  private OutputCalls() {}

  /** Whether a call may write something out, by the class it names. */
  static boolean isOutput(MethodInsnNode call) {
    boolean writer =
        call.owner.startsWith("java/io/")
            || call.owner.startsWith("java/nio/channels/")
            || call.owner.startsWith("java/net/")
            || call.owner.equals("java/nio/file/Files");
    return writer
        && !IN_MEMORY.contains(call.owner)
        && WRITING.stream().anyMatch(call.name::startsWith);
  }
}
