package dev.prescient.slicer.symbolic;

import dev.prescient.agent.site.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A method as an array of its real instructions, with what debug information says of them. */
final class MethodCode {
  final int number;
  final String className;
  final String name;
  final String descriptor;
  final int access;
  final int maxLocals;
  final Type[] arguments;
  final AbstractInsnNode[] code;
  private final int[] lines;
  private final Map<LabelNode, Integer> labels = new HashMap<>();
  private final List<TryCatchBlockNode> handlers;
  private final List<LocalVariableNode> locals;
  private final @Nullable String file;
  private @Nullable ControlDependence control;
  private final Map<Integer, BranchRegion> regions = new HashMap<>();
  private final long[] sites;

  MethodCode(int number, ClassNode c, MethodNode m) {
    this.number = number;
    className = c.name;
    name = m.name;
    descriptor = m.desc;
    access = m.access;
    maxLocals = m.maxLocals;
    arguments = Type.getArgumentTypes(m.desc);
    file = c.sourceFile;
    handlers = m.tryCatchBlocks;
    locals = m.localVariables == null ? List.of() : m.localVariables;
    List<AbstractInsnNode> real = new ArrayList<>();
    List<Integer> lineOf = new ArrayList<>();
    int line = -1;
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof LabelNode l) {
        labels.put(l, real.size());
      } else if (insn instanceof LineNumberNode l) {
        line = l.line;
      } else if (insn.getOpcode() >= 0) {
        real.add(insn);
        lineOf.add(line);
      }
    }
    code = real.toArray(new AbstractInsnNode[0]);
    lines = lineOf.stream().mapToInt(i -> i).toArray();
    sites = new long[code.length];
  }

  /** Names the method among all. */
  String key() {
    return className + "." + name + descriptor;
  }

  /** Identity of an instruction across runs, as in {@link Site}. */
  long site(int pc) {
    if (sites[pc] == 0) {
      sites[pc] = Site.hash(className, name, descriptor, pc);
    }
    return sites[pc];
  }

  boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  boolean isConstructor() {
    return name.equals("<init>");
  }

  int index(LabelNode label) {
    return labels.getOrDefault(label, -1);
  }

  /** {@code File.java:12}, or {@code a.b.C.method(+7)} without debug information. */
  String location(int pc) {
    int at = Math.min(pc, lines.length - 1);
    if (file != null && at >= 0 && lines[at] >= 0) {
      return file + ":" + lines[at];
    }
    return className.replace('/', '.') + "." + name + "(+" + pc + ")";
  }

  int line(int pc) {
    return pc >= 0 && pc < lines.length ? lines[pc] : -1;
  }

  /** The source name of a local, or {@code local3}. */
  String local(int slot, int pc) {
    LocalVariableNode v = variable(slot, pc);
    return v == null ? "local" + slot : v.name;
  }

  /** The descriptor of a local, or null if debug information does not say. */
  @Nullable String localDescriptor(int slot, int pc) {
    LocalVariableNode v = variable(slot, pc);
    return v == null ? null : v.desc;
  }

  private @Nullable LocalVariableNode variable(int slot, int pc) {
    for (LocalVariableNode v : locals) {
      if (v.index == slot && index(v.start) <= pc && pc < index(v.end)) {
        return v;
      }
    }
    return null;
  }

  /** Whether a handler that starts at an instruction covers another one. */
  boolean handles(int handler, int pc) {
    for (TryCatchBlockNode b : handlers) {
      if (index(b.handler) == handler && index(b.start) <= pc && pc < index(b.end)) {
        return true;
      }
    }
    return false;
  }

  /** The branches on which an instruction is immediately control dependent. */
  int[] branchesAbove(int pc) {
    ControlDependence c = control;
    if (c == null) {
      c = new ControlDependence(this);
      control = c;
    }
    return c.branchesAbove(pc);
  }

  /** What the branch at an instruction decides. */
  BranchRegion region(int branch) {
    return regions.computeIfAbsent(branch, b -> BranchRegion.of(this, b));
  }

  /** Instructions that may follow an instruction, exceptions aside. */
  List<Integer> successors(int pc) {
    AbstractInsnNode insn = code[pc];
    List<Integer> next = new ArrayList<>();
    if (insn instanceof JumpInsnNode j) {
      if (j.getOpcode() != Opcodes.GOTO) {
        next.add(pc + 1);
      }
      next.add(index(j.label));
    } else if (insn instanceof TableSwitchInsnNode s) {
      s.labels.forEach(l -> next.add(index(l)));
      next.add(index(s.dflt));
    } else if (insn instanceof LookupSwitchInsnNode s) {
      s.labels.forEach(l -> next.add(index(l)));
      next.add(index(s.dflt));
    } else if (!isEnd(insn.getOpcode()) && pc + 1 < code.length) {
      next.add(pc + 1);
    }
    return next;
  }

  private static boolean isEnd(int opcode) {
    return opcode == Opcodes.ATHROW || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }
}
