package dev.prescient.cli.memory;

import java.util.List;
import java.util.Set;

/**
 * The statements of one litmus thread in Java.
 *
 * <p>State: {@code objectIsMade} says whether {@code o} is declared where the text has come to,
 * {@code reference} is the register that was last given one.
 */
final class JavaThread {
  private static final String HIGH = "v.hi";
  private static final String LOW = "v.lo";

  private final JavaText text;
  private final Set<String> references;
  private boolean objectIsMade;
  private String reference = "";

  /**
   * A thread.
   *
   * @param references registers that are references to a holder
   */
  JavaThread(JavaText text, Set<String> references) {
    this.text = text;
    this.references = references;
  }

  /** The whole: what stands before a freeze is the holder's constructor. */
  void write(List<Statement> statements) {
    int freeze = statements.indexOf(new Statement.Freeze());
    if (freeze >= 0) {
      text.line("Holder o = new Holder(this);");
      objectIsMade = true;
    }
    block(statements.subList(freeze + 1, statements.size()));
  }

  private void block(List<Statement> block) {
    boolean before = objectIsMade;
    for (int i = 0; i < block.size(); i++) {
      if (i + 1 < block.size() && halves(block.get(i), block.get(i + 1))) {
        i++;
      } else {
        statement(block.get(i));
      }
    }
    objectIsMade = before;
  }

  /** Both halves of a long in one access. */
  private boolean halves(Statement first, Statement second) {
    if (first instanceof Statement.Store a
        && second instanceof Statement.Store b
        && a.variable().equals(HIGH)
        && b.variable().equals(LOW)) {
      String low = JavaTerms.operand(b.value(), "");
      text.line("v = (long) " + JavaTerms.operand(a.value(), "") + " << 32 | " + low + ";");
      return true;
    }
    if (first instanceof Statement.Load a
        && second instanceof Statement.Load b
        && a.variable().equals(HIGH)
        && b.variable().equals(LOW)) {
      text.line("long both = v;");
      text.line(a.register() + " = (int) (both >>> 32);");
      text.line(b.register() + " = (int) both;");
      return true;
    }
    return false;
  }

  private void statement(Statement s) {
    if (s instanceof Statement.If i) {
      text.open("if (" + JavaTerms.condition(i.condition(), references) + ") {");
      block(i.then());
      if (!i.otherwise().isEmpty()) {
        text.next("} else {");
        block(i.otherwise());
      }
      text.close();
    } else if (s instanceof Statement.While w) {
      text.open("while (" + JavaTerms.condition(w.condition(), references) + ") {");
      block(w.body());
      text.close();
    } else if (s instanceof Statement.Load l) {
      load(l);
    } else if (s instanceof Statement.Store w) {
      store(w);
    } else if (s instanceof Statement.Assign a) {
      text.line(a.register() + " = " + JavaTerms.term(a.value(), "") + ";");
    } else if (s instanceof Statement.Lock l) {
      text.open("synchronized (" + l.monitor() + ") {");
    } else if (s instanceof Statement.Unlock) {
      text.close();
    } else if (s instanceof Statement.Join j) {
      text.line("join(" + JavaSource.field(j.thread()) + ");");
    } else if (s instanceof Statement.Print p) {
      text.line("System.out.println(" + JavaTerms.term(p.value(), "") + ");");
    }
  }

  private void load(Statement.Load l) {
    boolean throughReference = JavaSource.isOfObject(l.variable()) && !reference.isEmpty();
    text.line(
        l.register()
            + " = "
            + (throughReference ? reference + l.variable().substring(1) : l.variable())
            + ";");
    if (references.contains(l.register())) {
      reference = l.register();
    }
  }

  private void store(Statement.Store w) {
    boolean storesReference = !references.isEmpty() && w.variable().equals(JavaSource.REFERENCE);
    if ((storesReference || JavaSource.isOfObject(w.variable())) && !objectIsMade) {
      text.line("Holder o = new Holder();");
      objectIsMade = true;
    }
    text.line(w.variable() + " = " + (storesReference ? "o" : JavaTerms.term(w.value(), "")) + ";");
  }
}
