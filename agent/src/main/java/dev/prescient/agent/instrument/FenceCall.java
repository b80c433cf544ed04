package dev.prescient.agent.instrument;

import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A fence of the program, by VarHandle, Unsafe, or {@code Reference.reachabilityFence}, which comes
 * before the reference is found in its queue. Which plain or opaque write it makes others see is
 * not followed: every fence that releases comes before all that acquire after it.
 */
final class FenceCall {
  private static final Set<String> OWNERS =
      Set.of("java/lang/invoke/VarHandle", "sun/misc/Unsafe", "jdk/internal/misc/Unsafe");
  private static final String REFERENCE = "java/lang/ref/Reference";
  private static final Set<String> RELEASING =
      Set.of("fullFence", "releaseFence", "storeStoreFence", "storeFence");
  private static final Set<String> ACQUIRING =
      Set.of("fullFence", "acquireFence", "loadLoadFence", "loadFence");

  private FenceCall() {}

  /** Adds hooks if the call is a fence. */
  static boolean weave(MethodNode m, MethodInsnNode call) {
    boolean keeps = call.owner.equals(REFERENCE) && call.name.equals("reachabilityFence");
    if (!keeps && (!call.desc.equals("()V") || !OWNERS.contains(call.owner))) {
      return false;
    }
    boolean releases = keeps || RELEASING.contains(call.name);
    boolean acquires = ACQUIRING.contains(call.name);
    if (releases) {
      m.instructions.insertBefore(call, SyncPass.hook("releaseFence", "()V"));
    }
    if (acquires) {
      m.instructions.insert(call, SyncPass.hook("acquireFence", "()V"));
    }
    return releases || acquires;
  }
}
