package dev.prescient.cli.memory;

import dev.prescient.cli.memory.Expression.Constant;
import dev.prescient.cli.memory.Expression.Operation;
import dev.prescient.cli.memory.Expression.Operator;
import dev.prescient.cli.memory.Expression.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the notation: {@code r = x; x = e; r = e; if (e) {…} else {…}; while (e) {…}; lock m;
 * unlock m; join T; print e; freeze}.
 */
final class Notation {
  private static final Pattern TOKEN =
      Pattern.compile("\\G\\s*(\\d+|[A-Za-z_][\\w.]*|==|!=|>=|<=|&&|[-+*(){};=<>])");

  private final String text;
  private final Set<String> variables;
  private final List<String> tokens = new ArrayList<>();
  private int at;

  private Notation(String text, Set<String> variables) {
    this.text = text;
    this.variables = variables;
    Matcher m = TOKEN.matcher(text);
    int end = 0;
    while (m.find()) {
      tokens.add(m.group(1));
      end = m.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new IllegalArgumentException("'" + text.substring(end) + "' in: " + text);
    }
  }

  /**
   * The statements of a thread.
   *
   * @param variables the shared ones; all other names on the left of = are registers
   */
  static List<Statement> statements(String text, Set<String> variables) {
    Notation in = new Notation(text, variables);
    List<Statement> all = in.block();
    in.expect("");
    return all;
  }

  /** A condition over registers. */
  static Expression expression(String text) {
    Notation in = new Notation(text, Set.of());
    Expression e = in.expression(0);
    in.expect("");
    return e;
  }

  private List<Statement> block() {
    List<Statement> all = new ArrayList<>();
    while (!peek().isEmpty() && !peek().equals("}")) {
      if (!accept(";")) {
        all.add(statement());
      }
    }
    return List.copyOf(all);
  }

  private List<Statement> braced() {
    expect("{");
    List<Statement> block = block();
    expect("}");
    return block;
  }

  private Statement statement() {
    String word = next();
    return switch (word) {
      case "if" -> {
        Expression condition = condition();
        List<Statement> then = braced();
        yield new Statement.If(condition, then, accept("else") ? braced() : List.of());
      }
      case "while" -> new Statement.While(condition(), braced());
      case "lock" -> new Statement.Lock(next());
      case "unlock" -> new Statement.Unlock(next());
      case "join" -> new Statement.Join(next());
      case "print" -> new Statement.Print(expression(0));
      case "freeze" -> new Statement.Freeze();
      default -> assignment(word);
    };
  }

  private Statement assignment(String target) {
    expect("=");
    if (variables.contains(target)) {
      return new Statement.Store(target, expression(0));
    }
    return variables.contains(peek())
        ? new Statement.Load(target, next())
        : new Statement.Assign(target, expression(0));
  }

  private Expression condition() {
    expect("(");
    Expression e = expression(0);
    expect(")");
    return e;
  }

  private Expression expression(int level) {
    if (level == Operator.LEVELS) {
      return operand();
    }
    Expression left = expression(level + 1);
    Operator o = Operator.of(peek());
    while (o != null && o.level == level) {
      next();
      left = new Operation(o, left, expression(level + 1));
      o = Operator.of(peek());
    }
    return left;
  }

  private Expression operand() {
    if (peek().equals("(")) {
      return condition();
    }
    String word = next();
    if (Character.isDigit(word.charAt(0))) {
      return new Constant(Integer.parseInt(word));
    }
    if (variables.contains(word) || !Character.isLetter(word.charAt(0))) {
      throw new IllegalArgumentException("'" + word + "' is no operand in: " + text);
    }
    return new Register(word);
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private String next() {
    if (at == tokens.size()) {
      throw new IllegalArgumentException("ends too early: " + text);
    }
    return tokens.get(at++);
  }

  private boolean accept(String token) {
    boolean there = peek().equals(token);
    at += there ? 1 : 0;
    return there;
  }

  private void expect(String token) {
    if (!peek().equals(token)) {
      throw new IllegalArgumentException(
          "expected '" + token + "', found '" + peek() + "' in: " + text);
    }
    at += token.isEmpty() ? 0 : 1;
  }
}
