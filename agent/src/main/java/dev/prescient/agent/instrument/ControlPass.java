package dev.prescient.agent.instrument;

import dev.prescient.agent.Wildcard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The controlled scheduler's hooks. In the application: scheduling points before synchronisation,
 * volatile accesses and calls into java.util.concurrent; monitors; waiting, threads, time and
 * hashes replaced; loops. In the JDK: see {@link ControlJdk}.
 */
final class ControlPass implements Pass {
  static final String CONTROL = "dev/prescient/runtime/control/";
  static final String SCHEDULER = CONTROL + "Scheduler";
  static final String MONITORS = CONTROL + "Monitors";
  static final String THREADS = CONTROL + "Threads";
  private static final String INITS = CONTROL + "ClassInits";
  private static final String INITIALISERS = CONTROL + "Initialisers";

  private final List<Wildcard> sealed = new ArrayList<>();
  private final boolean repeats;

  /**
   * Weaves for the scheduler.
   *
   * @param sealed patterns of classes in whose methods, and in what these call, no thread is
   *     preempted: preemption sealing (Ball, Burckhardt, Coons, Musuvathi, Qadeer, TACAS 2010)
   * @param repeats whether the program runs again and again in this JVM
   */
  ControlPass(List<String> sealed, boolean repeats) {
    this.repeats = repeats;
    for (String pattern : sealed) {
      this.sealed.add(new Wildcard(pattern));
    }
  }

  @Override
  public boolean concernsJdk(String name) {
    return ControlJdk.wanted(name);
  }

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return ControlJdk.weave(c);
    }
    SerialVersion.keep(c);
    boolean seal = isSealed(c);
    for (MethodNode m : c.node.methods) {
      if ((m.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
        weave(c, m);
        // a constructor's own object has no type at its start
        if (seal && !m.name.startsWith("<")) {
          region(c, m, "enterSealed", "leaveSealed");
        }
      }
    }
    return true;
  }

  private boolean isSealed(WovenClass c) {
    String name = c.node.name.replace('/', '.');
    for (Wildcard pattern : sealed) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }

  private void weave(WovenClass c, MethodNode m) {
    AbstractInsnNode[] original = c.original(m);
    ControlLoops.weave(c, m, original); // first: it reads the calls as the program has them
    boolean waits = !repeats && ControlInits.hasClassConstants(c);
    for (AbstractInsnNode insn : original) {
      if (waits) {
        ControlInits.use(c, m, insn);
      }
      if (insn instanceof MethodInsnNode call) {
        ControlCalls.weave(c, m, call);
      } else if (insn instanceof FieldInsnNode field) {
        fieldAccess(c, m, field);
      } else if (insn.getOpcode() == Opcodes.MONITORENTER) {
        // [.., o] -> [.., o, o, site] -> [.., o]
        m.instructions.insertBefore(
            insn,
            list(
                new InsnNode(Opcodes.DUP),
                site(c, m, insn, null),
                hook(MONITORS, "enter", "(Ljava/lang/Object;I)V")));
      } else if (insn.getOpcode() == Opcodes.MONITOREXIT) {
        afterExit(m, insn, "exit");
      }
    }
    if ((m.access & Opcodes.ACC_SYNCHRONIZED) != 0 && !c.loaded) {
      synchronizedMethod(c, m);
    }
    if (m.name.equals("<clinit>")) {
      if (waits) {
        initialiser(c, m);
      } else {
        quietInitialiser(c, m);
      }
    }
    if (m.name.equals("run") && m.desc.equals("()V") && (m.access & Opcodes.ACC_STATIC) == 0) {
      m.instructions.insert(
          list(new VarInsnNode(Opcodes.ALOAD, 0), hook(THREADS, "begin", "(Ljava/lang/Object;)V")));
    }
  }

  /** A hook that gets the object whose monitor was left. */
  static void afterExit(MethodNode m, AbstractInsnNode exit, String name) {
    AbstractInsnNode at = afterRange(m, exit);
    InsnList code = new InsnList();
    if (OwnHandler.real(exit.getPrevious()) instanceof VarInsnNode load
        && load.getOpcode() == Opcodes.ALOAD) {
      code.add(new VarInsnNode(Opcodes.ALOAD, load.var));
    } else { // [.., o] to [.., o, o], monitorexit, [.., o]
      m.instructions.insertBefore(exit, new InsnNode(Opcodes.DUP));
      at = exit;
    }
    code.add(hook(MONITORS, name, "(Ljava/lang/Object;)V"));
    m.instructions.insert(at, code);
  }

  /**
   * The end of the protected range that a monitorexit stands in, if it ends right there: an error
   * in the hook must not lead to a handler that leaves the monitor again, and again.
   */
  private static AbstractInsnNode afterRange(MethodNode m, AbstractInsnNode exit) {
    AbstractInsnNode at = exit;
    while (at.getNext() instanceof LabelNode label
        && m.tryCatchBlocks.stream().anyMatch(b -> b.end == label)
        && !isTarget(m, label)) {
      at = label;
    }
    return at;
  }

  private static boolean isTarget(MethodNode m, LabelNode label) {
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof JumpInsnNode jump && jump.label == label) {
        return true;
      }
      if (insn instanceof TableSwitchInsnNode s && (s.dflt == label || s.labels.contains(label))) {
        return true;
      }
      if (insn instanceof LookupSwitchInsnNode s && (s.dflt == label || s.labels.contains(label))) {
        return true;
      }
    }
    for (TryCatchBlockNode block : m.tryCatchBlocks) {
      if (block.handler == label) {
        return true;
      }
    }
    return false;
  }

  private static void fieldAccess(WovenClass c, MethodNode m, FieldInsnNode f) {
    if (c.hierarchy
        .field(f.owner, f.name, f.desc, c.loader)
        .filter(ClassInfo.Field::isVolatile)
        .isPresent()) {
      m.instructions.insertBefore(
          f,
          list(
              site(c, m, f, f.owner + "." + f.name + ":" + f.desc),
              hook(SCHEDULER, "access", "(I)V")));
    }
  }

  // ------------------------------------------------------------------------ synchronized methods

  /**
   * The flag goes, explicit enter and exit come: a thread must reach the scheduler before it waits
   * for the monitor.
   */
  private static void synchronizedMethod(WovenClass c, MethodNode m) {
    m.access &= ~Opcodes.ACC_SYNCHRONIZED;
    boolean isStatic = (m.access & Opcodes.ACC_STATIC) != 0;
    int lock = m.maxLocals++;
    Frames.append(m, lock, isStatic ? "java/lang/Class" : c.node.name);
    InsnList enter = new InsnList();
    if (isStatic) {
      classConstant(c, enter);
    } else {
      enter.add(new VarInsnNode(Opcodes.ALOAD, 0));
    }
    enter.add(new InsnNode(Opcodes.DUP));
    enter.add(new VarInsnNode(Opcodes.ASTORE, lock));
    enter.add(site(c, m));
    enter.add(hook(MONITORS, "enter", "(Ljava/lang/Object;I)V"));
    enter.add(new VarInsnNode(Opcodes.ALOAD, lock));
    enter.add(new InsnNode(Opcodes.MONITORENTER));
    InsnList leave = list(new VarInsnNode(Opcodes.ALOAD, lock), new InsnNode(Opcodes.MONITOREXIT));
    InsnList left =
        list(new VarInsnNode(Opcodes.ALOAD, lock), hook(MONITORS, "exit", "(Ljava/lang/Object;)V"));
    around(c, m, enter, leave, left, lock, isStatic ? "java/lang/Class" : c.node.name);
  }

  /** A class initialiser: its thread holds it like a monitor. */
  private static void initialiser(WovenClass c, MethodNode m) {
    InsnList enter = new InsnList();
    classConstant(c, enter);
    enter.add(hook(INITS, "begin", "(Ljava/lang/Class;)V"));
    InsnList left = new InsnList();
    classConstant(c, left);
    left.add(hook(INITS, "end", "(Ljava/lang/Class;)V"));
    around(c, m, enter, new InsnList(), left, -1, Opcodes.TOP);
  }

  private static void classConstant(WovenClass c, InsnList code) {
    if ((c.node.version & 0xFFFF) >= Opcodes.V1_5) {
      code.add(new LdcInsnNode(Type.getObjectType(c.node.name)));
    } else {
      code.add(new LdcInsnNode(c.node.name.replace('/', '.')));
      code.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC,
              "java/lang/Class",
              "forName",
              "(Ljava/lang/String;)Ljava/lang/Class;"));
    }
  }

  /**
   * A class initialiser where programs are run again and again in one JVM, in which it runs once: a
   * region without switches, whose end is told.
   */
  private static void quietInitialiser(WovenClass c, MethodNode m) {
    InsnList enter = list(hook(INITS, "beginQuiet", "()V"));
    InsnList left = list(hook(INITS, "endQuiet", "()V"));
    if (ControlInits.hasClassConstants(c)) {
      classConstant(c, left);
      left.add(hook(INITIALISERS, "ended", "(Ljava/lang/Class;)V"));
    }
    around(c, m, enter, new InsnList(), left, -1, Opcodes.TOP);
  }

  /** A region without switches: a synchronized method of the JDK. */
  static void quiet(WovenClass c, MethodNode m) {
    region(c, m, "enterQuiet", "leaveQuiet");
  }

  private static void region(WovenClass c, MethodNode m, String begin, String end) {
    InsnList enter = new InsnList();
    enter.add(hook(MONITORS, begin, "()V"));
    InsnList left = list(hook(MONITORS, end, "()V"));
    around(c, m, enter, new InsnList(), left, -1, Opcodes.TOP);
  }

  /**
   * Puts code before and after a whole body, also where it throws. What leaves a monitor is
   * protected as javac does it, by the handler and there by itself: else the JVM thinks that the
   * method may end with the monitor locked, and never compiles it.
   *
   * @param leave run at the end, within the protection
   * @param left run after it, outside
   */
  static void around(
      WovenClass c,
      MethodNode m,
      InsnList enter,
      InsnList leave,
      InsnList left,
      int local,
      Object type) {
    List<AbstractInsnNode> returns = new ArrayList<>();
    for (AbstractInsnNode insn : m.instructions) {
      if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
        returns.add(insn);
      }
    }
    LabelNode from = new LabelNode();
    enter.add(from);
    m.instructions.insert(enter);
    List<LabelNode[]> ranges = new ArrayList<>();
    for (AbstractInsnNode r : returns) {
      LabelNode to = new LabelNode();
      LabelNode next = new LabelNode();
      InsnList code = copy(leave);
      code.add(to);
      code.add(copy(left));
      m.instructions.insertBefore(r, code);
      m.instructions.insert(r, next);
      ranges.add(new LabelNode[] {from, to});
      from = next;
    }
    LabelNode handler = new LabelNode();
    LabelNode end = new LabelNode();
    ranges.add(new LabelNode[] {from, handler});
    m.instructions.add(handler);
    if ((c.node.version & 0xFFFF) >= Opcodes.V1_6) {
      Object[] locals = local < 0 ? new Object[0] : Frames.only(local, type);
      m.instructions.add(
          new FrameNode(
              Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"}));
    }
    m.instructions.add(copy(leave));
    m.instructions.add(end);
    m.instructions.add(copy(left));
    m.instructions.add(new InsnNode(Opcodes.ATHROW));
    ranges.add(new LabelNode[] {handler, end});
    for (LabelNode[] range : ranges) {
      if (hasCode(range[0], range[1])) {
        m.tryCatchBlocks.add(new TryCatchBlockNode(range[0], range[1], handler, null));
      }
    }
  }

  private static boolean hasCode(LabelNode from, LabelNode to) {
    for (AbstractInsnNode i = from; i != null && i != to; i = i.getNext()) {
      if (i.getOpcode() >= 0) {
        return true;
      }
    }
    return false;
  }

  private static InsnList copy(InsnList code) {
    InsnList copy = new InsnList();
    for (AbstractInsnNode insn : code) {
      copy.add(insn.clone(Map.of()));
    }
    return copy;
  }

  // ------------------------------------------------------------------------------------- helpers

  static MethodInsnNode hook(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor);
  }

  static AbstractInsnNode site(
      WovenClass c, MethodNode m, AbstractInsnNode insn, @Nullable String detail) {
    return new LdcInsnNode(c.site(m, insn, detail));
  }

  private static AbstractInsnNode site(WovenClass c, MethodNode m) {
    return new LdcInsnNode(c.site(m, c.node.name + "." + m.name + " " + m.desc));
  }

  static InsnList list(AbstractInsnNode... insns) {
    InsnList l = new InsnList();
    for (AbstractInsnNode i : insns) {
      l.add(i);
    }
    return l;
  }
}
