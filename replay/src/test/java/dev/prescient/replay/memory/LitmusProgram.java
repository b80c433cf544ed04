package dev.prescient.replay.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A litmus program in a small notation, as flat code per thread: {@code r = x} loads, {@code x = e}
 * stores, {@code r = e} computes; {@code if (c) { } else { }}, {@code while (c) { }}, {@code lock
 * m}, {@code unlock m}, {@code join T}, {@code print e}, {@code freeze}. A name is shared if it has
 * an initial value; every other name is a register.
 */
final class LitmusProgram {
  /** Computes from registers. */
  interface Expression {
    /** Null if an unset register decides. */
    @Nullable Long of(Map<String, Long> registers);
  }

  enum Kind {
    LOAD,
    STORE,
    SET,
    BRANCH,
    JUMP,
    LOCK,
    UNLOCK,
    JOIN,
    PRINT
  }

  /**
   * One instruction.
   *
   * @param register that a load or computation sets
   * @param name of the variable, lock or thread
   * @param index of an array element, or null
   * @param value stored or computed, or the condition of a branch
   * @param target of a jump, or of a branch whose condition is false
   * @param loop whether it lies in a loop
   */
  record Op(
      Kind kind,
      String register,
      String name,
      @Nullable Expression index,
      @Nullable Expression value,
      int target,
      boolean loop) {
    Op to(int t) {
      return new Op(kind, register, name, index, value, t, loop);
    }
  }

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\d+)|([A-Za-z_][A-Za-z_0-9.]*)|(==|!=|<=|>=|&&|\\|\\||[-+*/%<>!(){}\\[\\];=]))");
  private static final List<List<String>> PRECEDENCE =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("==", "!="),
          List.of("<", "<=", ">", ">="),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  final Map<String, Long> initial;
  final Set<String> volatiles;
  final Map<String, List<Op>> threads = new LinkedHashMap<>();
  final Expression outcome;
  final @Nullable String stuck;

  private final Set<String> shared = new HashSet<>();
  private List<String> tokens = List.of();
  private List<Op> code = new ArrayList<>();
  private int at;
  private int loops;

  /**
   * Parses a program.
   *
   * @param outcome over registers, or {@code stuck(T)}
   */
  LitmusProgram(
      Map<String, Long> initial, Set<String> volatiles, Map<String, String> text, String outcome) {
    this.initial = initial;
    this.volatiles = volatiles;
    for (String v : initial.keySet()) {
      shared.add(v.replaceAll("\\[.*", ""));
    }
    text.forEach(
        (thread, t) -> {
          tokens = tokenize(t);
          code = new ArrayList<>();
          at = 0;
          block("");
          threads.put(thread, List.copyOf(code));
        });
    Matcher s = Pattern.compile("stuck\\((\\w+)\\)").matcher(outcome);
    stuck = s.matches() ? s.group(1) : null;
    tokens = tokenize(stuck == null ? outcome : "1");
    at = 0;
    this.outcome = expression(0);
  }

  private static List<String> tokenize(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher m = TOKEN.matcher(text.replace('\n', ';').strip());
    while (m.lookingAt()) {
      tokens.add(m.group().strip());
      m.region(m.end(), m.regionEnd());
    }
    if (m.regionStart() != m.regionEnd()) {
      throw new IllegalArgumentException("bad token in " + text);
    }
    return tokens;
  }

  private String peek(int ahead) {
    return at + ahead < tokens.size() ? tokens.get(at + ahead) : "";
  }

  private String next() {
    String t = peek(0);
    at++;
    return t;
  }

  private void eat(String expected) {
    String found = next();
    if (!found.equals(expected)) {
      throw new IllegalArgumentException("expected " + expected + ", found " + found);
    }
  }

  private void skip() {
    while (peek(0).equals(";")) {
      at++;
    }
  }

  private void block(String end) {
    skip();
    while (!peek(0).equals(end)) {
      statement();
      skip();
    }
  }

  private void braces() {
    skip();
    eat("{");
    block("}");
    eat("}");
  }

  private int emit(
      Kind kind, String register, String name, @Nullable Expression i, @Nullable Expression v) {
    code.add(new Op(kind, register, name, i, v, -1, loops > 0));
    return code.size() - 1;
  }

  private void target(int op) {
    code.set(op, code.get(op).to(code.size()));
  }

  private void statement() {
    switch (peek(0)) {
      case "if" -> {
        at++;
        eat("(");
        int branch = emit(Kind.BRANCH, "", "", null, expression(0));
        eat(")");
        braces();
        int mark = at;
        skip();
        if (peek(0).equals("else")) {
          at++;
          int jump = emit(Kind.JUMP, "", "", null, null);
          target(branch);
          skip();
          if (peek(0).equals("if")) {
            statement();
          } else {
            braces();
          }
          target(jump);
        } else {
          at = mark;
          target(branch);
        }
      }
      case "while" -> {
        at++;
        loops++;
        eat("(");
        int branch = emit(Kind.BRANCH, "", "", null, expression(0));
        eat(")");
        braces();
        int jump = emit(Kind.JUMP, "", "", null, null);
        code.set(jump, code.get(jump).to(branch));
        target(branch);
        loops--;
      }
      case "lock", "unlock", "join" -> {
        Kind kind = Kind.valueOf(next().toUpperCase(Locale.ROOT));
        emit(kind, "", next(), null, null);
      }
      case "freeze" -> at++;
      case "print" -> {
        at++;
        if (!peek(0).equals(";") && !peek(0).equals("}") && !peek(0).isEmpty()) {
          expression(0);
        }
        emit(Kind.PRINT, "", "", null, null);
      }
      default -> assignment();
    }
  }

  private void assignment() {
    String name = next();
    Expression index = null;
    if (peek(0).equals("[")) {
      index = index();
    }
    eat("=");
    if (shared.contains(name)) {
      emit(Kind.STORE, "", name, index, expression(0));
    } else if (shared.contains(peek(0))) {
      String variable = next();
      emit(Kind.LOAD, name, variable, peek(0).equals("[") ? index() : null, null);
    } else {
      emit(Kind.SET, name, "", null, expression(0));
    }
  }

  private Expression index() {
    eat("[");
    Expression e = expression(0);
    eat("]");
    return e;
  }

  private Expression expression(int level) {
    if (level == PRECEDENCE.size()) {
      return unary();
    }
    Expression a = expression(level + 1);
    while (PRECEDENCE.get(level).contains(peek(0))) {
      String op = next();
      Expression left = a;
      Expression right = expression(level + 1);
      a = r -> apply(op, left.of(r), right.of(r));
    }
    return a;
  }

  private Expression unary() {
    String t = next();
    switch (t) {
      case "(" -> {
        Expression e = expression(0);
        eat(")");
        return e;
      }
      case "!" -> {
        Expression e = unary();
        return r -> apply("==", e.of(r), 0L);
      }
      case "-" -> {
        Expression e = unary();
        return r -> apply("-", 0L, e.of(r));
      }
      default -> {
        if (Character.isDigit(t.charAt(0))) {
          Long constant = Long.valueOf(t);
          return r -> constant;
        }
        return r -> r.get(t);
      }
    }
  }

  /** An unset register is unequal to everything. */
  private static @Nullable Long apply(String op, @Nullable Long a, @Nullable Long b) {
    if (op.equals("&&")) {
      return truth(isTrue(a) && isTrue(b));
    }
    if (op.equals("||")) {
      return truth(isTrue(a) || isTrue(b));
    }
    if (a == null || b == null) {
      return op.equals("!=") ? 1L : 0L;
    }
    return switch (op) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> b == 0 ? 0 : Math.floorDiv(a, b);
      case "%" -> b == 0 ? 0 : Math.floorMod(a, b);
      case "==" -> truth(a.equals(b));
      case "!=" -> truth(!a.equals(b));
      case "<" -> truth(a < b);
      case "<=" -> truth(a <= b);
      case ">" -> truth(a > b);
      case ">=" -> truth(a >= b);
      default -> throw new IllegalArgumentException(op);
    };
  }

  static boolean isTrue(@Nullable Long v) {
    return v != null && v != 0;
  }

  private static long truth(boolean b) {
    return b ? 1 : 0;
  }

  /** A parse of {@code x=0 y=0}. */
  static Map<String, Long> values(String text) {
    Map<String, Long> values = new HashMap<>();
    for (String part : text.strip().split("\\s+", -1)) {
      String[] sides = part.split("=", -1);
      values.put(sides[0], Long.valueOf(sides[1]));
    }
    return values;
  }
}
