package dev.prescient.agent.instrument;

import dev.prescient.agent.site.SiteTable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a class declares to race on purpose: an annotation with the simple name {@code BenignRace},
 * from any package and of any retention but source, on the class, a field or a method.
 */
final class BenignMarks {
  private static final String SIMPLE_NAME = "BenignRace";

  private BenignMarks() {}

  /** Notes the marks of a class. A method's mark holds for the lambdas in it, too. */
  static void note(ClassNode c, SiteTable sites) {
    if (isMarked(c.visibleAnnotations, c.invisibleAnnotations)) {
      sites.markBenign(c.name);
    }
    for (FieldNode f : c.fields) {
      if (isMarked(f.visibleAnnotations, f.invisibleAnnotations)) {
        sites.markBenign(c.name + "." + f.name + ":" + f.desc);
      }
    }
    for (MethodNode m : c.methods) {
      if (isMarked(m.visibleAnnotations, m.invisibleAnnotations)) {
        markWithLambdas(c, m, sites);
      }
    }
  }

  private static void markWithLambdas(ClassNode c, MethodNode m, SiteTable sites) {
    for (MethodNode n : c.methods) {
      if (n == m || n.name.startsWith("lambda$" + m.name + "$")) {
        sites.markBenign(c.name + "." + n.name + n.desc);
      }
    }
  }

  private static boolean isMarked(
      @Nullable List<AnnotationNode> visible, @Nullable List<AnnotationNode> invisible) {
    return isMarked(visible) || isMarked(invisible);
  }

  private static boolean isMarked(@Nullable List<AnnotationNode> annotations) {
    if (annotations != null) {
      for (AnnotationNode a : annotations) {
        if (simpleName(a.desc).equals(SIMPLE_NAME)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String simpleName(String descriptor) {
    int start = Math.max(descriptor.lastIndexOf('/'), descriptor.lastIndexOf('$'));
    return descriptor.substring(Math.max(start, 0) + 1, descriptor.length() - 1);
  }
}
