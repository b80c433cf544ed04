package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The hooks of a run whose threads run free while the order of their operations is kept: at the
 * very instructions where {@link ControlPass} and {@link MemoryPass} put scheduling points with a
 * place, so that a controlled run counts the same operations. In the JDK only what names threads,
 * fails, or draws at random: {@link FreeJdk}.
 */
final class FreePass implements Pass {
  static final String FREE = ControlPass.CONTROL + "FreeRun";

  private final MemoryPass racy;

  FreePass(RacyVariables racy) {
    this.racy = new MemoryPass(racy);
  }

  @Override
  public boolean concernsJdk(String name) {
    return FreeJdk.wanted(name) || JdkHooks.concerns(name);
  }

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      boolean hooked = JdkHooks.weave(c);
      return FreeJdk.weave(c) || hooked;
    }
    for (MethodNode m : c.node.methods) {
      if ((m.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
        weave(c, m);
      }
    }
    return true;
  }

  private void weave(WovenClass c, MethodNode m) {
    IdentityHashMap<AbstractInsnNode, AccessHook> accesses = new IdentityHashMap<>();
    for (AccessHook access : racy.hooks(c, m)) {
      accesses.put(access.insn(), access);
    }
    AbstractInsnNode superCall = SuperCall.find(c.node, m);
    boolean constructed = superCall == null && !m.name.equals("<init>");
    boolean mayThrow = false;
    for (AbstractInsnNode insn : c.original(m)) {
      constructed |= insn == superCall;
      if (insn instanceof MethodInsnNode call) {
        mayThrow |= FreeCalls.weave(c, m, call, constructed) && constructed;
      } else if (accesses.containsKey(insn)
          || (insn instanceof FieldInsnNode field && isVolatile(c, field))) {
        access(c, m, insn, constructed);
        mayThrow |= constructed;
      } else if (insn.getOpcode() == Opcodes.MONITORENTER) {
        afterEnter(m, insn);
      }
    }
    if (mayThrow) {
      handlers(c, m, superCall);
    }
    if (m.name.equals("<clinit>")) {
      InsnList begin = list(hook(FREE, "beginInit", "()V"));
      InsnList end = list(hook(FREE, "endInit", "()V"));
      ControlPass.around(c, m, begin, new InsnList(), end, -1, Opcodes.TOP);
    }
    if ((m.access & Opcodes.ACC_SYNCHRONIZED) != 0 && !c.loaded) {
      m.instructions.insert(hook(FREE, "operation", "()V"));
    }
  }

  private static boolean isVolatile(WovenClass c, FieldInsnNode f) {
    return c.hierarchy
        .field(f.owner, f.name, f.desc, c.loader)
        .filter(ClassInfo.Field::isVolatile)
        .isPresent();
  }

  private static void access(
      WovenClass c, MethodNode m, AbstractInsnNode insn, boolean constructed) {
    if (insn instanceof FieldInsnNode f) {
      initialise(c, m, f);
    }
    around(m, insn, "begin", constructed);
  }

  /** A class is initialised by an access that is none: not while the log is locked. */
  private static void initialise(WovenClass c, MethodNode m, FieldInsnNode f) {
    boolean isStatic = f.getOpcode() == Opcodes.GETSTATIC || f.getOpcode() == Opcodes.PUTSTATIC;
    if (isStatic && !f.owner.equals(c.node.name)) {
      int size = Type.getType(f.desc).getSize();
      m.instructions.insertBefore(
          f,
          list(
              new FieldInsnNode(Opcodes.GETSTATIC, f.owner, f.name, f.desc),
              new InsnNode(size == 2 ? Opcodes.POP2 : Opcodes.POP)));
    }
  }

  /**
   * A short operation that cannot wait.
   *
   * @param begin the hook before it
   * @param constructed whether handlers can be added: not before the constructor of a super class
   */
  static void around(MethodNode m, AbstractInsnNode insn, String begin, boolean constructed) {
    if (constructed) {
      m.instructions.insertBefore(insn, hook(FREE, begin, "()V"));
      m.instructions.insert(insn, hook(FREE, "end", "()V"));
    } else {
      m.instructions.insertBefore(insn, hook(FREE, "operation", "()V"));
    }
  }

  /** With the monitor held, and where an error in the hook leaves it. */
  private static void afterEnter(MethodNode m, AbstractInsnNode enter) {
    LabelNode start = new LabelNode();
    for (TryCatchBlockNode block : m.tryCatchBlocks) {
      if (SyncPass.startsAfter(enter, block.start)) {
        block.start = start;
      }
    }
    m.instructions.insert(enter, list(start, hook(FREE, "operation", "()V")));
  }

  // ------------------------------------------------------------------------------------ handlers

  /** Every way out of an operation that throws leads over a hook. */
  static void handlers(WovenClass c, MethodNode m, @Nullable AbstractInsnNode superCall) {
    IdentityHashMap<LabelNode, LabelNode> behind = new IdentityHashMap<>();
    for (TryCatchBlockNode block : m.tryCatchBlocks) {
      behind.computeIfAbsent(block.handler, h -> afterHook(m, h));
    }
    for (TryCatchBlockNode block : m.tryCatchBlocks) {
      if (block.type == null && OwnHandler.isAt(block.handler, block.start)) {
        // C1 does not compile a method whose handler calls something within its own range
        block.start = behind.getOrDefault(block.handler, block.start);
      }
    }
    LabelNode from = new LabelNode();
    if (superCall == null) {
      m.instructions.insert(from);
    } else {
      m.instructions.insert(superCall, from);
    }
    LabelNode handler = new LabelNode();
    m.instructions.add(handler);
    if ((c.node.version & 0xFFFF) >= Opcodes.V1_6) {
      Object[] thrown = {"java/lang/Throwable"};
      m.instructions.add(new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, thrown));
    }
    m.instructions.add(hook(FREE, "thrown", "()V")); // [throwable]
    m.instructions.add(new InsnNode(Opcodes.ATHROW));
    m.tryCatchBlocks.add(new TryCatchBlockNode(from, handler, handler, null));
  }

  private static LabelNode afterHook(MethodNode m, LabelNode handler) {
    AbstractInsnNode at = handler;
    while (at.getNext() != null && at.getNext().getOpcode() < 0) {
      at = at.getNext();
    }
    LabelNode behind = new LabelNode();
    InsnList code = list(hook(FREE, "thrown", "()V"), behind);
    m.instructions.insert(at, code);
    return behind;
  }
}
