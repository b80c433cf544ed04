package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which checks of field accesses a method needs.
 *
 * <ul>
 *   <li>None where the same field of the same object was checked on every way to the access, as a
 *       write if it writes, and the thread released nothing since: the access is in the epoch of
 *       that check. If it races with another thread's access, so does the one that was checked: a
 *       race on the variable is reported all the same, perhaps at other lines.
 *   <li>None for a read that a write to the same variable follows at once, where nothing in between
 *       can throw or acquire: the write is checked.
 *   <li>A plain store of the shadow for a constructor's write to its own object while nobody else
 *       can know the object.
 *   <li>One check for accesses of several fields of one object, where the last is made: {@link
 *       CheckGroups}.
 * </ul>
 *
 * <p>Reads of final fields that may lead to frozen memory are told once for each field of an
 * object. In precise mode only this and the plain stores of single fields are done. What is not
 * proved is checked.
 */
final class CheckFlow implements Opcodes {
  /** What an access needs. */
  enum Need {
    CHECK,
    FRESH_STORE,
    /** It is checked with a later access. */
    LATER,
    NOTHING
  }

  /** Above this many slots in all frames of a method every access is checked. */
  private static final long MAX_SLOTS = 4_000_000;

  private static final Object STATICS = "statics";

  private record Check(Object path, String key, boolean write) {}

  /**
   * What a field access is, found once.
   *
   * @param field null if it was not found, or for another instruction
   * @param checked whether it is checked
   * @param frozen whether it is a read of a final field that may lead to frozen memory
   */
  private record Access(ClassInfo.@Nullable Field field, boolean checked, boolean frozen) {
    static final Access NONE = new Access(null, false, false);
  }

  private final WovenClass c;
  private final MethodNode m;
  private final boolean precise;
  private final Releases releases;
  private final @Nullable AbstractInsnNode superCall;
  private final Map<Check, Integer> numbers = new HashMap<>();
  private final IdentityHashMap<AbstractInsnNode, Access> accesses = new IdentityHashMap<>();
  private Map<AbstractInsnNode, List<FieldInsnNode>> groups = Map.of();

  CheckFlow(WovenClass c, MethodNode m, Releases releases, boolean precise) {
    this.c = c;
    this.m = m;
    this.releases = releases;
    this.precise = precise;
    AbstractInsnNode call = SuperCall.find(c.node, m);
    boolean ofObject =
        call instanceof MethodInsnNode i
            && (i.owner.equals("java/lang/Object") || i.owner.equals("java/lang/Record"));
    this.superCall = ofObject ? call : null;
  }

  /**
   * The accesses that are checked together, by the last of each group, once {@link #needs} were
   * found.
   */
  Map<AbstractInsnNode, List<FieldInsnNode>> groups() {
    return groups;
  }

  /** The needs of the method's field accesses, {@link Need#CHECK} where there is none. */
  IdentityHashMap<AbstractInsnNode, Need> needs() {
    IdentityHashMap<AbstractInsnNode, Need> needs = new IdentityHashMap<>();
    AbstractInsnNode[] code = m.instructions.toArray();
    if (!hasChecks(code) || (long) code.length * (m.maxLocals + m.maxStack) > MAX_SLOTS) {
      return needs;
    }
    Frame<PathValue>[] frames;
    try {
      frames = new FrameAnalyzer().analyze(c.node.name, m);
    } catch (AnalyzerException | RuntimeException e) {
      c.count("methodsNotAnalyzed");
      return needs;
    }
    for (int i = 0; i < code.length; i++) {
      if (frames[i] instanceof CheckFrame frame
          && (checked(code[i]) != null || frozen(code[i]) != null)) {
        needs.put(code[i], need(code, frames, i, frame));
      }
    }
    if (!precise) {
      groups = CheckGroups.of(this, m, code, frames, needs);
    }
    return needs;
  }

  private boolean hasChecks(AbstractInsnNode[] code) {
    for (AbstractInsnNode insn : code) {
      if (checked(insn) != null || frozen(insn) != null) {
        return true;
      }
    }
    return false;
  }

  private Need need(AbstractInsnNode[] code, Frame<PathValue>[] frames, int at, CheckFrame frame) {
    AbstractInsnNode insn = code[at];
    if (insn.getOpcode() == PUTFIELD
        && frame.isFresh()
        && PathValue.THIS.equals(base(insn, frame))) {
      return Need.FRESH_STORE;
    }
    int check = check(insn, frame);
    if (check < 0 || (precise && frozen(insn) == null)) {
      return Need.CHECK;
    }
    boolean made = frame.made(check) || (!isWrite(check) && isWritten(code, frames, at, check + 1));
    return made ? Need.NOTHING : Need.CHECK;
  }

  /** Whether a read is followed at once by the write with a check's number. */
  private boolean isWritten(AbstractInsnNode[] code, Frame<PathValue>[] frames, int at, int write) {
    Object base = frames[at] instanceof CheckFrame f ? base(code[at], f) : null;
    for (int i = at + 1; i < code.length; i++) {
      if (!(frames[i] instanceof CheckFrame frame)) {
        return false;
      }
      if (check(code[i], frame) == write) {
        return true;
      }
      if (!isRead(code[i], frame, base) && !isArithmetic(code[i])) {
        return false;
      }
    }
    return false;
  }

  /** Whether a plain field is read of the same object or the method's own, which is not null. */
  private boolean isRead(AbstractInsnNode insn, CheckFrame frame, @Nullable Object known) {
    ClassInfo.Field f = insn.getOpcode() == GETFIELD ? field(insn) : null;
    Object base = f == null || f.isVolatile() ? null : base(insn, frame);
    boolean isThis = (m.access & ACC_STATIC) == 0 && PathValue.THIS.equals(base);
    return base != null && (isThis || base.equals(known));
  }

  /** Neither throws, nor jumps, nor reads or writes memory. */
  private static boolean isArithmetic(AbstractInsnNode insn) {
    int op = insn.getOpcode();
    boolean divides = op == IDIV || op == LDIV || op == IREM || op == LREM;
    boolean constant = op >= ACONST_NULL && op <= SIPUSH;
    boolean number = insn instanceof LdcInsnNode ldc && ldc.cst instanceof Number;
    boolean local = (op >= ILOAD && op <= ALOAD) || (op >= ISTORE && op <= ASTORE) || op == IINC;
    return op < 0 || constant || number || local || (op >= POP && op <= DCMPG && !divides);
  }

  /** The field of an access that is checked, or null. */
  ClassInfo.@Nullable Field checked(AbstractInsnNode insn) {
    Access a = access(insn);
    return a.checked ? a.field : null;
  }

  /** The final field of a read that may lead to frozen memory, or null. */
  private ClassInfo.@Nullable Field frozen(AbstractInsnNode insn) {
    Access a = access(insn);
    return a.frozen ? a.field : null;
  }

  private ClassInfo.@Nullable Field field(AbstractInsnNode insn) {
    return access(insn).field;
  }

  private Access access(AbstractInsnNode insn) {
    if (!(insn instanceof FieldInsnNode f)) {
      return Access.NONE;
    }
    Access known = accesses.get(insn);
    if (known == null) {
      known = find(f);
      accesses.put(insn, known);
    }
    return known;
  }

  private Access find(FieldInsnNode insn) {
    Optional<ClassInfo.Field> found = c.hierarchy.field(insn.owner, insn.name, insn.desc, c.loader);
    if (found.isEmpty()) {
      return Access.NONE;
    }
    ClassInfo.Field f = found.get();
    boolean own = c.isApplication(f.owner().name());
    boolean freezes =
        insn.getOpcode() == GETFIELD && FastTrackPass.freezes(f.access(), f.descriptor());
    return new Access(f, own && FastTrackPass.isChecked(f.access()), own && freezes);
  }

  /** The key of a final field of an object whose constructor is over, or null. */
  @Nullable String finalField(FieldInsnNode insn) {
    ClassInfo.Field f = field(insn);
    return f != null && f.isFinal() && !m.name.equals("<init>") ? f.key() : null;
  }

  /**
   * The number of an access's check in a frame; below zero if it has none or its object no name.
   */
  int check(AbstractInsnNode insn, CheckFrame frame) {
    ClassInfo.Field f = checked(insn) == null ? frozen(insn) : checked(insn);
    Object path = f == null ? null : base(insn, frame);
    if (f == null || path == null) {
      return -1;
    }
    Check read = new Check(path, f.key(), false);
    Integer number = numbers.get(read);
    if (number == null) {
      number = numbers.size() * 2;
      numbers.put(read, number);
    }
    boolean write = insn.getOpcode() == PUTFIELD || insn.getOpcode() == PUTSTATIC;
    return write ? number + 1 : number;
  }

  /** Of a field's checks that of a write has the odd number. */
  boolean isWrite(int check) {
    return check % 2 == 1;
  }

  /** The name of the object that an access is of, or null. */
  static @Nullable Object base(AbstractInsnNode insn, CheckFrame frame) {
    int top = frame.getStackSize() - 1;
    return switch (insn.getOpcode()) {
      case GETFIELD -> frame.getStack(top).path();
      case PUTFIELD -> frame.getStack(top - 1).path();
      default -> STATICS;
    };
  }

  boolean releases(AbstractInsnNode insn) {
    return releases.releases(insn);
  }

  /**
   * Whether an instruction may jump, call what may synchronise, or order the thread with others.
   */
  boolean mayOrder(AbstractInsnNode insn) {
    int op = insn.getOpcode();
    boolean jumps = (op >= IFEQ && op <= RETURN) || op == IFNULL || op == IFNONNULL || op == ATHROW;
    boolean calls = insn instanceof MethodInsnNode i && isOwn(i.owner);
    ClassInfo.Field f = field(insn);
    boolean acquires = op == MONITORENTER || (f != null && f.isVolatile()) || frozen(insn) != null;
    return jumps || calls || acquires || releases(insn);
  }

  /**
   * Whether calls of a class's methods are followed; a method that releases nothing may acquire.
   */
  private boolean isOwn(String owner) {
    return owner.equals(c.node.name);
  }

  /** Whether the constructor's own object is known to nobody after an instruction. */
  boolean makesFresh(AbstractInsnNode insn) {
    return insn == superCall;
  }

  /** Whether an instruction may let others know the method's own object. */
  boolean leaksThis(AbstractInsnNode insn, CheckFrame frame) {
    int taken =
        switch (insn.getOpcode()) {
          case PUTFIELD, PUTSTATIC, AASTORE, ARETURN, ATHROW, MONITORENTER -> 1;
          case INVOKEVIRTUAL, INVOKESPECIAL, INVOKEINTERFACE ->
              Type.getArgumentTypes(((MethodInsnNode) insn).desc).length + 1;
          case INVOKESTATIC -> Type.getArgumentTypes(((MethodInsnNode) insn).desc).length;
          case INVOKEDYNAMIC -> Type.getArgumentTypes(((InvokeDynamicInsnNode) insn).desc).length;
          default -> 0;
        };
    for (int i = 0; i < taken; i++) {
      if (PathValue.THIS.equals(frame.getStack(frame.getStackSize() - 1 - i).path())) {
        return true;
      }
    }
    return false;
  }

  private final class FrameAnalyzer extends Analyzer<PathValue> {
    FrameAnalyzer() {
      super(new PathInterpreter(CheckFlow.this));
    }

    @Override
    protected void newControlFlowEdge(int from, int to) {
      if (!(m.instructions.get(to) instanceof LabelNode)
          && getFrames()[to] instanceof CheckFrame frame) {
        frame.straight();
      }
    }

    @Override
    protected Frame<PathValue> newFrame(int locals, int stack) {
      return new CheckFrame(CheckFlow.this, locals, stack);
    }

    @Override
    protected Frame<PathValue> newFrame(Frame<? extends PathValue> frame) {
      return new CheckFrame(CheckFlow.this, frame);
    }
  }
}
