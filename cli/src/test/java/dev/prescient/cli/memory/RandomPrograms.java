package dev.prescient.cli.memory;

import dev.prescient.cli.memory.Expression.Constant;
import dev.prescient.cli.memory.Expression.Operation;
import dev.prescient.cli.memory.Expression.Operator;
import dev.prescient.cli.memory.Expression.Register;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Small programs at random: two or three threads, two or three variables, each volatile now and
 * then, a monitor, and branches on what was read. A branch holds nothing but an access to a
 * variable that is not volatile: whether threads are ordered does not depend on it.
 *
 * <p>State: {@code registers} counts those of the program; {@code known} are those that the present
 * thread has surely set.
 */
final class RandomPrograms {
  private static final List<String> NAMES = List.of("x", "y", "z");
  private static final int MAX_REGISTERS = 5;

  private final Random random;
  private final List<String> variables;
  private final Set<String> volatiles = new LinkedHashSet<>();
  private List<String> known = new ArrayList<>();
  private int registers;

  private RandomPrograms(long seed) {
    random = new Random(seed);
    variables = NAMES.subList(0, 2 + (oneOf(3) ? 1 : 0));
    variables.stream().skip(1).filter(x -> oneOf(4)).forEach(volatiles::add);
  }

  /** The program of a seed; each of its threads loads and stores. */
  static Program of(long seed) {
    RandomPrograms some = new RandomPrograms(seed);
    Map<String, Integer> initial = new LinkedHashMap<>();
    some.variables.forEach(x -> initial.put(x, 0));
    Map<String, List<Statement>> threads = new LinkedHashMap<>();
    int count = 2 + (some.oneOf(3) ? 1 : 0);
    for (int t = 1; t <= count; t++) {
      threads.put("T" + t, some.thread(count));
    }
    return new Program("Random" + seed, initial, some.volatiles, threads);
  }

  private List<Statement> thread(int threads) {
    known = new ArrayList<>();
    List<Statement> block = new ArrayList<>();
    int most = threads == 2 ? 4 : 3;
    int length = most - random.nextInt(2);
    int mustLoad = random.nextInt(length);
    int mustStore = (mustLoad + 1) % length;
    boolean locks = oneOf(4);
    int from = locks ? random.nextInt(length) : length;
    for (int i = 0; i < length; i++) {
      if (i == from) {
        block.add(new Statement.Lock("m"));
      }
      block.add(statement(i == mustLoad, i == mustStore));
    }
    if (from < length) {
      block.add(new Statement.Unlock("m"));
    }
    return block;
  }

  private Statement statement(boolean mustLoad, boolean mustStore) {
    if (!known.isEmpty() && !mustLoad && !mustStore && oneOf(3)) {
      return branch();
    }
    if (mustLoad || (!mustStore && registers < MAX_REGISTERS && oneOf(2))) {
      String register = newRegister();
      known.add(register);
      return new Statement.Load(register, any(variables));
    }
    return new Statement.Store(any(variables), value());
  }

  private Statement branch() {
    Operator operator = oneOf(2) ? Operator.EQUAL : Operator.UNEQUAL;
    Expression condition =
        new Operation(operator, new Register(any(known)), new Constant(random.nextInt(3)));
    List<Statement> otherwise = oneOf(3) ? List.of(plain()) : List.of();
    return new Statement.If(condition, List.of(plain()), otherwise);
  }

  private Statement plain() {
    String variable = any(variables.stream().filter(x -> !volatiles.contains(x)).toList());
    return registers < MAX_REGISTERS && oneOf(4)
        ? new Statement.Load(newRegister(), variable)
        : new Statement.Store(variable, value());
  }

  private Expression value() {
    return known.isEmpty() || oneOf(2)
        ? new Constant(1 + random.nextInt(2))
        : new Register(any(known));
  }

  private String newRegister() {
    return "r" + ++registers;
  }

  private boolean oneOf(int n) {
    return random.nextInt(n) == 0;
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
