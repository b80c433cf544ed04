package dev.prescient.agent.instrument;

import dev.prescient.agent.Counts;
import dev.prescient.agent.Log;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods that the JVM would refuse with all their hooks, for none may have 64 KiB of code. First
 * their accesses are left unchecked; if that is not enough, they keep the code that they have. The
 * rest of the class is woven all the same.
 *
 * <p>State: the maps are guarded by this object's monitor, under which only counts and messages are
 * written. Methods are known by name and descriptor, in the class that has them; two threads may
 * weave one class, each by its own copy of what is known.
 */
final class LargeMethods {
  /** What is left out of a method. */
  enum Left {
    CHECKS("methodsUnchecked", " would be too large with checks: its accesses are not checked"),
    HOOKS(
        "methodsUnwoven",
        " would be too large with hooks: it is left without, and what it orders is not known");

    private final String count;
    private final String message;

    Left(String count, String message) {
      this.count = count;
      this.message = message;
    }
  }

  private final ClassesByLoader<Map<String, Left>> classes = new ClassesByLoader<>();
  private final ClassesByLoader<Left> told = new ClassesByLoader<>();

  /** What is left out of a class's methods, as far as is known. */
  synchronized Map<String, Left> of(String owner, @Nullable ClassLoader loader) {
    return Map.copyOf(classes.of(loader).getOrDefault(owner, Map.of()));
  }

  /**
   * Leaves more out of a method.
   *
   * @param had what was left out where it was too large
   * @return false if that was all
   */
  synchronized boolean leave(
      MethodTooLargeException e, @Nullable ClassLoader loader, Map<String, Left> had) {
    String method = e.getMethodName() + e.getDescriptor();
    Left before = had.get(method);
    classes
        .of(loader)
        .computeIfAbsent(e.getClassName(), k -> new HashMap<>())
        .merge(method, before == null ? Left.CHECKS : Left.HOOKS, LargeMethods::more);
    return before != Left.HOOKS;
  }

  private static Left more(Left a, Left b) {
    return a == Left.HOOKS ? a : b;
  }

  /** Gives methods that are left without hooks the code again that they had. */
  static void restore(ClassReader reader, ClassNode woven, Map<String, Left> left) {
    if (!left.containsValue(Left.HOOKS)) {
      return;
    }
    Map<String, MethodNode> had = new HashMap<>();
    for (MethodNode m : ClassBytes.read(reader).methods) {
      if (left.get(m.name + m.desc) == Left.HOOKS) {
        had.put(m.name + m.desc, m);
      }
    }
    woven.methods.replaceAll(m -> had.getOrDefault(m.name + m.desc, m));
  }

  /** Says what was left out of a class that is woven now, and counts it; of each method once. */
  synchronized void tell(
      String owner, @Nullable ClassLoader loader, Map<String, Left> left, Counts counts) {
    for (Map.Entry<String, Left> e : left.entrySet()) {
      String method = e.getKey();
      Left what = e.getValue();
      if (told.of(loader).put(owner + "." + method, what) != what) {
        counts.add(what.count, 1);
        String name = method.substring(0, method.indexOf('('));
        Log.say(owner.replace('/', '.') + "." + name + what.message);
      }
    }
  }
}
