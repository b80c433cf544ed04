package dev.prescient.agent.instrument;

import dev.prescient.runtime.HiddenFields;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * FastTrack's checks at the application's accesses of its own non-final, non-volatile fields and of
 * all array elements ({@link ArrayChecks}), and the shadow fields of its classes.
 */
final class FastTrackPass implements Pass, Opcodes {
  private static final String FT = "dev/prescient/runtime/race/FastTrack";
  private static final String FT_GROUPS = "dev/prescient/runtime/race/FieldGroups";
  static final String STATE = "L" + StateLocal.TYPE + ";";

  private final boolean ranges;
  private final boolean precise;

  /**
   * A pass.
   *
   * @param ranges whether accesses of array elements may be checked together
   * @param precise whether no check of a field is left out because another one has been made
   */
  FastTrackPass(boolean ranges, boolean precise) {
    this.ranges = ranges;
    this.precise = precise;
  }

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return false;
    }
    boolean changed = false;
    Releases releases = new Releases(c);
    for (MethodNode m : c.node.methods) {
      if (c.isChecked(m)) {
        CheckFlow flow = new CheckFlow(c, m, releases, precise);
        IdentityHashMap<AbstractInsnNode, CheckFlow.Need> needs = flow.needs();
        StateLocal state = new StateLocal(m);
        ArrayChecks arrays = new ArrayChecks(c, m, state, ranges);
        changed |= new MethodWeaver(c, m, state, needs, flow.groups()).weave();
        changed |= arrays.weave();
        state.enter();
      }
    }
    boolean freezes = addFreeze(c);
    boolean shadowed = addShadows(c);
    return freezes || shadowed || changed;
  }

  private static final String RELEASE = "Ldev/prescient/runtime/Release;";

  /** The synthetic field that holds what the constructor released with the final fields. */
  private static final String FREEZE = HiddenFields.PREFIX + "freeze";

  /** Whether a field leads readers of a racily published object to checked memory (JLS 17.5). */
  static boolean freezes(int access, String descriptor) {
    return (access & (ACC_FINAL | ACC_STATIC)) == ACC_FINAL
        && descriptor.length() > 1
        && !IMMUTABLE.contains(descriptor);
  }

  private static final Set<String> IMMUTABLE =
      Set.of(
          "Ljava/lang/String;",
          "Ljava/lang/Integer;",
          "Ljava/lang/Long;",
          "Ljava/lang/Boolean;",
          "Ljava/lang/Double;",
          "Ljava/lang/Class;");

  private static boolean hasFrozen(List<FieldNode> fields) {
    for (FieldNode f : fields) {
      if (freezes(f.access, f.desc)) {
        return true;
      }
    }
    return false;
  }

  private static boolean addFreeze(WovenClass c) {
    boolean record = "java/lang/Record".equals(c.node.superName);
    if (c.loaded || record || !hasFrozen(c.node.fields)) {
      return false;
    }
    for (MethodNode m : c.node.methods) {
      if (SuperCall.find(c.node, m) instanceof MethodInsnNode call
          && call.owner.equals(c.node.superName)
          && keepsThis(m)) {
        for (AbstractInsnNode insn : c.original(m)) {
          if (insn.getOpcode() == RETURN) {
            m.instructions.insertBefore(
                insn,
                SyncPass.list(
                    new VarInsnNode(ALOAD, 0),
                    SyncPass.hook("freeze", "()" + RELEASE),
                    new FieldInsnNode(PUTFIELD, c.node.name, FREEZE, RELEASE)));
          }
        }
      }
    }
    int access = ACC_PRIVATE | ACC_SYNTHETIC | ACC_TRANSIENT;
    return c.node.fields.add(new FieldNode(access, FREEZE, RELEASE, null, null));
  }

  private static boolean keepsThis(MethodNode m) {
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof VarInsnNode v && v.var == 0 && v.getOpcode() == ASTORE) {
        return false;
      }
    }
    return true;
  }

  /** Whether accesses of a field are checked. */
  static boolean isChecked(int access) {
    return (access & (ACC_FINAL | ACC_VOLATILE)) == 0;
  }

  private static boolean addShadows(WovenClass c) {
    if (c.loaded) {
      return false;
    }
    List<FieldNode> shadows = new ArrayList<>();
    int index = 0;
    for (FieldNode f : c.node.fields) {
      if (isChecked(f.access)) {
        boolean isStatic = (f.access & ACC_STATIC) != 0;
        int access = ACC_PRIVATE | ACC_SYNTHETIC | ACC_TRANSIENT | (f.access & ACC_STATIC);
        for (String kind : isStatic ? List.of("W", "R", "S") : List.of("w", "r", "s")) {
          shadows.add(new FieldNode(access, HiddenFields.PREFIX + kind + index, "J", null, null));
        }
      }
      index++;
    }
    return c.node.fields.addAll(shadows);
  }

  /** One method. */
  private static final class MethodWeaver {
    private final WovenClass c;
    private final MethodNode m;
    private final StateLocal state;
    private final IdentityHashMap<AbstractInsnNode, CheckFlow.Need> needs;
    private final Map<AbstractInsnNode, List<FieldInsnNode>> groups;
    private boolean changed;

    MethodWeaver(
        WovenClass c,
        MethodNode m,
        StateLocal state,
        IdentityHashMap<AbstractInsnNode, CheckFlow.Need> needs,
        Map<AbstractInsnNode, List<FieldInsnNode>> groups) {
      this.c = c;
      this.m = m;
      this.state = state;
      this.needs = needs;
      this.groups = groups;
    }

    boolean weave() {
      AbstractInsnNode superCall = SuperCall.find(c.node, m);
      boolean before = superCall != null;
      for (AbstractInsnNode insn : c.original(m)) {
        int opcode = insn.getOpcode();
        switch (opcode) {
          case GETFIELD, PUTFIELD, GETSTATIC, PUTSTATIC -> {
            if (!before || opcode != PUTFIELD) {
              field((FieldInsnNode) insn);
            }
          }
          case INVOKESPECIAL -> call((MethodInsnNode) insn);
          default -> {}
        }
        before &= insn != superCall;
      }
      return changed;
    }

    private void field(FieldInsnNode insn) {
      Optional<ClassInfo.Field> found =
          c.hierarchy.field(insn.owner, insn.name, insn.desc, c.loader);
      if (found.isEmpty()) {
        c.count("fieldsUnresolved");
        return;
      }
      ClassInfo.Field f = found.get();
      if (insn.getOpcode() == GETFIELD
          && freezes(f.access(), f.descriptor())
          && c.isApplication(f.owner().name())) {
        if (needs.get(insn) != CheckFlow.Need.NOTHING) {
          frozenRead(insn, f);
        }
        return;
      }
      CheckFlow.Need need = needs.getOrDefault(insn, CheckFlow.Need.CHECK);
      if (isChecked(f.access())
          && c.isApplication(f.owner().name())
          && need != CheckFlow.Need.NOTHING
          && need != CheckFlow.Need.LATER) {
        if (f.isStatic()) {
          ofClass(insn, f);
        } else {
          ofObject(insn, need == CheckFlow.Need.FRESH_STORE);
        }
      }
    }

    /** Checks after the access: before it the class may not be initialised. */
    private void ofClass(FieldInsnNode insn, ClassInfo.Field f) {
      InsnList after = new InsnList();
      String type = "";
      boolean named = insn.owner.equals(f.owner().name()) && (c.node.version & 0xFFFF) >= V1_5;
      if (named) {
        after.add(new LdcInsnNode(Type.getObjectType(insn.owner)));
        type = "Ljava/lang/Class;";
      }
      after.add(state.load());
      if (addVariable(after, insn)) {
        String name = insn.getOpcode() == PUTSTATIC ? "writeStatic" : "readStatic";
        after.add(hook(name, "(" + type + STATE + "II)V"));
        m.instructions.insert(insn, after);
      }
    }

    /** Checks before the access, and with it those that wait for it. */
    private void ofObject(FieldInsnNode insn, boolean fresh) {
      InsnList before = new InsnList();
      boolean write = insn.getOpcode() == PUTFIELD;
      if (!write) { // [.., o, o]
        before.add(new InsnNode(DUP));
      } else if (Type.getType(insn.desc).getSize() == 2) { // [.., o, v2, o]
        before.add(new InsnNode(DUP2_X1));
        before.add(new InsnNode(POP2));
        before.add(new InsnNode(DUP_X2));
      } else { // [.., o, v, o]
        before.add(new InsnNode(DUP2));
        before.add(new InsnNode(POP));
      }
      before.add(state.load());
      int n = 0;
      for (FieldInsnNode access : groups.getOrDefault(insn, List.of(insn))) {
        n += addVariable(before, access) ? 1 : 0;
      }
      if (n > 0) {
        String name = !write ? "read" : fresh ? "create" : "write";
        String type = n == 1 ? FT : FT_GROUPS;
        String descriptor = "(Ljava/lang/Object;" + STATE + "II".repeat(n) + ")V";
        before.add(new MethodInsnNode(INVOKESTATIC, type, name, descriptor, false));
        m.instructions.insertBefore(insn, before);
      }
    }

    /** Pushes the field of an access and its site; nothing if no id is left for the field. */
    private boolean addVariable(InsnList list, FieldInsnNode access) {
      ClassInfo.Field f =
          c.hierarchy.field(access.owner, access.name, access.desc, c.loader).orElseThrow();
      int id = c.field(f);
      if (id == 0) {
        c.count("fieldsBeyondTable");
        return false;
      }
      list.add(new LdcInsnNode(id));
      list.add(new LdcInsnNode(c.site(m, access, f.key())));
      changed = true;
      return true;
    }

    private void frozenRead(FieldInsnNode insn, ClassInfo.Field f) {
      int id = c.ownField(f.owner().name(), FREEZE, false);
      m.instructions.insertBefore(insn, new InsnNode(DUP)); // [.., o, o]
      m.instructions.insert(
          insn,
          SyncPass.list( // [.., o, v]
              new InsnNode(DUP_X1),
              state.load(),
              new LdcInsnNode(id),
              new MethodInsnNode(
                  INVOKESTATIC,
                  "dev/prescient/runtime/race/Frozen",
                  "read",
                  "(Ljava/lang/Object;Ljava/lang/Object;" + STATE + "I)V",
                  false)));
      changed = true;
    }

    private void call(MethodInsnNode insn) {
      if (insn.name.equals("clone")
          && insn.desc.equals("()Ljava/lang/Object;")
          && insn.getOpcode() == INVOKESPECIAL) {
        m.instructions.insertBefore(
            insn,
            SyncPass.list(
                new InsnNode(DUP),
                new LdcInsnNode(c.site(m, insn, insn.owner + ".clone")),
                hook("cloning", "(Ljava/lang/Object;I)V")));
        m.instructions.insert(insn, hook("cloned", "(Ljava/lang/Object;)Ljava/lang/Object;"));
        changed = true;
      }
    }

    private static MethodInsnNode hook(String name, String descriptor) {
      return new MethodInsnNode(INVOKESTATIC, FT, name, descriptor, false);
    }
  }
}
