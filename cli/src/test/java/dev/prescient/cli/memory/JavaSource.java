package dev.prescient.cli.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A litmus program in Java: a class with its shared variables as fields, a thread for each litmus
 * thread, and {@code public static void body()}, which makes a fresh object, starts the threads,
 * waits for them and looks at their registers. Registers are locals; a thread leaves them in fields
 * that are read after its end.
 *
 * <p>If the program has an {@code o.f}, variable {@code p} is a reference: {@code p = 1} stores an
 * object made by the same thread, {@code r == 1} asks whether it is not null. What stands before a
 * {@code freeze} is that object's constructor, and its fields are final. {@code v.hi} and {@code
 * v.lo} are read and written next to each other, as one long.
 */
final class JavaSource {
  /** The variable that may be a reference. */
  static final String REFERENCE = "p";

  private static final String OBJECT = "o.";

  private final Program program;
  private final String name;
  private final List<Check> checks;
  private final boolean hasObject;
  private final Set<String> references = new TreeSet<>();
  private final JavaText text = new JavaText();

  /**
   * A condition at the end.
   *
   * @param condition in Java, over registers as fields of {@code s}
   * @param message of the error that is then thrown, a Java expression
   */
  private record Check(String condition, String message) {}

  private JavaSource(Program program, List<Check> checks) {
    this.program = program;
    this.name = className(program.name());
    this.checks = checks;
    this.hasObject = program.initial().keySet().stream().anyMatch(JavaSource::isOfObject);
    program
        .statements()
        .filter(s -> s instanceof Statement.Load l && isReference(l.variable()))
        .forEach(s -> references.add(((Statement.Load) s).register()));
  }

  /** The class that a program becomes. */
  static String className(String id) {
    String name = id.replaceAll("\\W", "_");
    return Character.isDigit(name.charAt(0)) ? "L" + name : name;
  }

  /** A program that fails if an outcome comes about. */
  static String of(Program program, Outcome outcome) {
    Expression condition = outcome.condition();
    List<Check> checks = new ArrayList<>();
    if (condition != null) {
      String message = "\"outcome " + outcome.text() + "\"";
      checks.add(new Check(JavaTerms.ifSet(condition, "s."), message));
    }
    return new JavaSource(program, checks).write();
  }

  /** A program that always fails, in each of some final states on a line of its own. */
  static String of(Program program, List<FinalState> ends) {
    Set<String> registers = new TreeSet<>();
    program.threads().keySet().forEach(t -> registers.addAll(program.registers(t)));
    List<Check> checks = new ArrayList<>();
    for (FinalState end : ends) {
      String all =
          registers.stream()
              .map(r -> "s." + r + " == " + content(end, r))
              .collect(Collectors.joining(" && "));
      checks.add(new Check(all, "\"end " + end + "\""));
    }
    String shown =
        registers.stream().map(r -> " + \" " + r + "=\" + s." + r).collect(Collectors.joining());
    checks.add(new Check("s != null", "\"other end\"" + shown));
    return new JavaSource(program, checks).write();
  }

  private static String content(FinalState end, String register) {
    Integer value = end.registers().get(register);
    return value == null ? JavaTerms.UNSET : value.toString();
  }

  /** The field for a litmus thread. */
  static String field(String thread) {
    return "thread" + thread;
  }

  /** Whether a variable is a field of the object that a reference may refer to. */
  static boolean isOfObject(String variable) {
    return variable.startsWith(OBJECT);
  }

  private boolean isReference(String variable) {
    return hasObject && variable.equals(REFERENCE);
  }

  private String write() {
    text.open("public final class " + name + " {");
    text.line("private static final int " + JavaTerms.UNSET + " = Integer.MIN_VALUE;");
    text.line("");
    fields();
    if (hasObject) {
      object();
    }
    program.threads().forEach(this::thread);
    if (program.statements().anyMatch(Statement.Join.class::isInstance)) {
      join();
    }
    body();
    text.close();
    return text.toString();
  }

  private void fields() {
    for (Map.Entry<String, Integer> x : program.initial().entrySet()) {
      String modifiers = "private " + ifVolatile(x.getKey());
      if (isReference(x.getKey())) {
        text.line(modifiers + "Holder p;");
      } else if (x.getKey().equals("v.hi")) {
        text.line(modifiers + "long v;");
      } else if (x.getKey().indexOf('.') < 0) {
        String initially = x.getValue() == 0 ? "" : " = " + x.getValue();
        text.line(modifiers + "int " + x.getKey() + initially + ";");
      }
    }
    program
        .statements()
        .map(s -> s instanceof Statement.Lock l ? l.monitor() : "")
        .filter(m -> !m.isEmpty())
        .distinct()
        .forEach(m -> text.line("private final Object " + m + " = new Object();"));
    for (String t : program.threads().keySet()) {
      for (String r : program.registers(t)) {
        text.line("private int " + r + " = " + JavaTerms.UNSET + ";");
      }
      text.line("private final Thread " + field(t) + " = new Thread(this::run" + t + ");");
    }
  }

  private String ifVolatile(String variable) {
    return program.volatiles().contains(variable) ? "volatile " : "";
  }

  private void object() {
    List<Statement> constructor = constructor();
    text.line("");
    text.open("private static final class Holder {");
    for (String x : program.initial().keySet()) {
      if (isOfObject(x)) {
        String modifier = constructor.isEmpty() ? ifVolatile(x) : "final ";
        text.line(modifier + "int " + x.substring(OBJECT.length()) + ";");
      }
    }
    if (!constructor.isEmpty()) {
      text.line("");
      text.open("Holder(" + name + " s) {");
      constructor.forEach(s -> constructorStore((Statement.Store) s));
      text.close();
    }
    text.close();
  }

  private void constructorStore(Statement.Store s) {
    String target =
        isOfObject(s.variable()) ? s.variable().substring(OBJECT.length()) : "s." + s.variable();
    text.line(
        target
            + " = "
            + (isReference(s.variable()) ? "this" : JavaTerms.term(s.value(), ""))
            + ";");
  }

  /** What stands before a freeze. */
  private List<Statement> constructor() {
    for (List<Statement> block : program.threads().values()) {
      int freeze = block.indexOf(new Statement.Freeze());
      if (freeze >= 0) {
        return block.subList(0, freeze);
      }
    }
    return List.of();
  }

  private void thread(String thread, List<Statement> block) {
    text.line("");
    text.open("private void run" + thread + "() {");
    for (String r : program.registers(thread)) {
      text.line(
          references.contains(r)
              ? "Holder " + r + " = null;"
              : "int " + r + " = " + JavaTerms.UNSET + ";");
    }
    new JavaThread(text, references).write(block);
    for (String r : program.registers(thread)) {
      text.line("this." + r + " = " + r + (references.contains(r) ? " == null ? 0 : 1;" : ";"));
    }
    text.close();
  }

  private void join() {
    text.line("");
    text.open("private static void join(Thread thread) {");
    text.open("try {");
    text.line("thread.join();");
    text.next("} catch (InterruptedException e) {");
    text.line("throw new IllegalStateException(e);");
    text.close();
    text.close();
  }

  private void body() {
    text.line("");
    text.open("public static void body() throws InterruptedException {");
    text.line(name + " s = new " + name + "();");
    List<String> started = joinedFirst();
    started.forEach(t -> text.line("s." + field(t) + ".start();"));
    started.forEach(t -> text.line("s." + field(t) + ".join();"));
    for (Check c : checks) {
      text.line("if (" + c.condition() + ") throw new AssertionError(" + c.message() + ");");
    }
    text.close();
  }

  /** A thread that another waits for must have been started. */
  private List<String> joinedFirst() {
    List<String> order = new ArrayList<>();
    program.threads().keySet().forEach(t -> addJoinedFirst(t, order));
    return order;
  }

  private void addJoinedFirst(String thread, List<String> order) {
    if (!order.contains(thread)) {
      program
          .statements(thread)
          .filter(Statement.Join.class::isInstance)
          .forEach(s -> addJoinedFirst(((Statement.Join) s).thread(), order));
      order.add(thread);
    }
  }
}
