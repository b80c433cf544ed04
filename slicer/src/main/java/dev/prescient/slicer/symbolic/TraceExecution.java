package dev.prescient.slicer.symbolic;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.trace.EventReader;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Executes a recorded run again, thread by thread in the order of the events, and makes its trace
 * formula. After each event its thread is executed up to the next instruction that needs one.
 *
 * <p>Calls whose events do not fit the bytecode are given up and counted; the rest goes on with
 * values as observed.
 *
 * <p>State: {@code threads} by path, {@code running} the one whose events come; all of it grows
 * along the trace.
 */
public final class TraceExecution implements EventReader.Visitor {
  private final TraceFormula.Builder out = new TraceFormula.Builder();
  private final CapturedProgram program = new CapturedProgram();
  private final Heap heap = new Heap(out);
  private final Decisions decisions = new Decisions(out, heap, program);
  private final Taints taints;
  private final Interpreter interpreter;
  private final Map<String, ThreadRun> threads = new HashMap<>();
  private final Map<String, Integer> starts = new HashMap<>();
  private @Nullable ThreadRun running;
  private int lost;

  TraceExecution(Taints taints) {
    this.taints = taints;
    interpreter = new Interpreter(program, heap, out, decisions, taints);
  }

  /**
   * Executes a run's trace.
   *
   * @param run the run's folder
   * @throws IOException if the trace cannot be read
   */
  public static ExecutedTrace of(Path run, FailingPoint failure) throws IOException {
    TraceExecution e = new TraceExecution(new Taints(List.of(), Map.of()));
    long events;
    try (EventReader reader = new EventReader(run, e)) {
      events = reader.readAll();
    }
    return e.end(failure, events);
  }

  /**
   * Executes a run's trace to see what depends on guessed loads.
   *
   * @param run the run's folder
   * @param guesses loads that got a value from the future, at most {@link Taints#MOST}
   * @param sources by load, the stores that other loads read from which did not get the latest
   * @throws IOException if the trace cannot be read
   */
  public static Taints taints(
      Path run, List<Occurrence> guesses, Map<Occurrence, Occurrence> sources) throws IOException {
    Taints taints = new Taints(guesses, sources);
    try (EventReader reader = new EventReader(run, new TraceExecution(taints))) {
      reader.readAll();
    }
    return taints;
  }

  @Override
  public void visitClass(int firstMethod, String name, byte[] bytes) {
    program.add(firstMethod, name, bytes);
  }

  @Override
  public void visitSwitch(String thread) {
    running = threads.computeIfAbsent(thread, this::begin);
  }

  private ThreadRun begin(String path) {
    int number = out.thread(path);
    int dot = path.lastIndexOf('.');
    ThreadRun parent = dot < 0 ? null : threads.get(path.substring(0, dot));
    if (parent != null) {
      out.fork(number, parent.number, starts.getOrDefault(path, out.size()));
    }
    return new ThreadRun(path, number, started(path));
  }

  /** Guesses that decided that a thread was started, by the nearest ancestor that is captured. */
  private long started(String path) {
    for (int dot = path.lastIndexOf('.'); dot >= 0; dot = path.lastIndexOf('.', dot - 1)) {
      ThreadRun ancestor = threads.get(path.substring(0, dot));
      if (ancestor != null) {
        Frame f = ancestor.top();
        return taints.unknown(ancestor) | (f == null ? ancestor.scope : Taints.start(f));
      }
    }
    return 0;
  }

  @Override
  public void visitChildren(int from, int to) {
    for (int n = from + 1; n <= to; n++) {
      starts.put(thread().path + "." + n, out.size());
    }
  }

  private ThreadRun thread() {
    return Objects.requireNonNull(running, "event before the first thread");
  }

  @Override
  public void visitObject(int id, String className, int arrayLength) {
    heap.announce(id, className, arrayLength);
  }

  @Override
  public void visitEnter(int method) {
    ThreadRun t = thread();
    t.entering = program.method(method);
    t.arguments.clear();
    enterIfComplete(t);
  }

  @Override
  public void visitArgument(char kind, long bits) {
    ThreadRun t = thread();
    if (t.entering != null) {
      long value = kind == 'L' ? heapArgument(t, (int) bits) : bits;
      t.arguments.add(Value.constant(kind, Value.type(kind), value, "?"));
      enterIfComplete(t);
    }
  }

  /** An argument that the caller made a moment ago is that object. */
  private long heapArgument(ThreadRun t, int recorded) {
    Frame caller = t.top();
    MethodCode m = Objects.requireNonNull(t.entering);
    if (caller != null && calls(caller, m)) {
      int depth = recordedArguments(m) - 1 - t.arguments.size();
      if (depth >= 0 && depth < caller.stack.size()) {
        Value v = caller.peek(depth);
        if (v.kind() == 'L' && heap.is(v.bits(), recorded)) {
          return v.bits();
        }
      }
    }
    return heap.canonical(recorded);
  }

  private void enterIfComplete(ThreadRun t) {
    MethodCode m = t.entering;
    if (m == null || t.arguments.size() < recordedArguments(m)) {
      return;
    }
    t.entering = null;
    step(t, () -> enter(t, m));
  }

  private static int recordedArguments(MethodCode m) {
    return m.arguments.length + (m.isStatic() || m.isConstructor() ? 0 : 1);
  }

  private void enter(ThreadRun t, MethodCode m) {
    t.thrown = null; // swallowed by code that was not captured
    Frame caller = t.top();
    boolean inside = caller != null && calls(caller, m) && argumentsFit(caller, t.arguments);
    Frame f = new Frame(m, !inside, caller == null ? -1 : caller.parent());
    int words = m.arguments.length + (m.isStatic() ? 0 : 1);
    List<Value> given;
    if (inside && caller != null) {
      caller.inside = true;
      f.scope = caller.control() | chosenBy(caller, words);
      given = caller.stack.subList(caller.stack.size() - words, caller.stack.size());
    } else {
      f.scope = taints.entry(t, caller, m, t.arguments);
      given = fromOutside(m, t.arguments, taints.arguments(m, f.scope, t.arguments));
    }
    int slot = 0;
    int next = 0;
    if (!m.isStatic()) {
      f.locals[slot++] = given.get(next++).named("this");
    }
    t.frames.add(f);
    for (Type type : m.arguments) {
      Value v = given.get(next++);
      f.locals[slot] = interpreter.parameter(t, f, v, m.local(slot, 0), type.getDescriptor());
      slot += type.getSize();
    }
    interpreter.run(t);
  }

  /** Receiver and arguments of a call by code that is not captured. */
  private List<Value> fromOutside(MethodCode m, List<Value> recorded, long taint) {
    List<Value> given = new ArrayList<>();
    if (m.isConstructor()) {
      long object = heap.unmentioned(m.className.replace('/', '.'));
      heap.born(object);
      given.add(Value.constant('L', Variable.Type.REFERENCE, object, "this"));
    }
    recorded.forEach(v -> given.add(v.tainted(taint)));
    return given;
  }

  /** Guesses on which the class of the receiver depends, if it chooses the method called. */
  private static long chosenBy(Frame caller, int words) {
    int opcode = caller.method.code[caller.pc].getOpcode();
    boolean chosen = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
    return chosen ? caller.peek(words - 1).taint() : 0;
  }

  private static boolean calls(Frame caller, MethodCode m) {
    AbstractInsnNode insn = caller.method.code[caller.pc];
    return caller.returned == null
        && insn instanceof MethodInsnNode call
        && call.name.equals(m.name)
        && call.desc.equals(m.descriptor)
        && (call.getOpcode() == Opcodes.INVOKESTATIC) == m.isStatic();
  }

  private static boolean argumentsFit(Frame caller, List<Value> recorded) {
    int n = recorded.size();
    if (caller.stack.size() < n) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      if (caller.peek(n - 1 - i).bits() != recorded.get(i).bits()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void visitValue(int method, int index, char kind, long bits) {
    instruction(method, index, (t, f) -> interpreter.value(t, f, kind, bits));
  }

  @Override
  public void visitDone(int method, int index) {
    instruction(method, index, interpreter::done);
  }

  /** The event of an instruction: what it does, then what needs no event. */
  private void instruction(int method, int index, BiConsumer<ThreadRun, Frame> effect) {
    ThreadRun t = thread();
    MethodCode m = program.method(method);
    if (m == null || index < 0 || index >= m.code.length) {
      lose(t, null);
      return;
    }
    taints.visit(t, m, index);
    Frame f = at(t, method, index);
    if (f == null || !guarded(t, () -> effect.accept(t, f))) {
      lose(t, m.code[index]);
    } else {
      step(t, () -> interpreter.run(t));
    }
  }

  /** The frame that waits at an instruction; those above it were left by an exception unseen. */
  private @Nullable Frame at(ThreadRun t, int method, int index) {
    for (int i = t.frames.size() - 1; i >= 0; i--) {
      Frame f = t.frames.get(i);
      if (f.method.number == method && f.pc == index) {
        while (t.frames.size() > i + 1) {
          f.outside |= taints.thrown(t.frames.get(t.frames.size() - 1));
          t.pop();
        }
        t.thrown = null;
        return f;
      }
    }
    return null;
  }

  @Override
  public void visitCaught(int method, int index, int exception) {
    ThreadRun t = thread();
    step(t, () -> caught(t, method, index, heap.canonical(exception)));
  }

  private void caught(ThreadRun t, int method, int index, long exception) {
    Frame thrower = t.top();
    ThrowPoint point = t.thrown;
    if (point == null && thrower != null) {
      point = decisions.here(t, thrower);
      t.throwPoints.add(point);
    }
    if (point != null) {
      decisions.caught(exception, point);
    }
    t.thrown = null;
    long taint = thrower == null ? 0 : taints.thrown(thrower);
    while (!t.frames.isEmpty()) {
      Frame f = t.frames.get(t.frames.size() - 1);
      if (f.method.number == method && f.method.handles(index, f.pc)) {
        f.stack.clear();
        f.decided.clear();
        f.returned = null;
        f.scope |= taint | f.outside;
        f.begin();
        f.push(Value.constant('L', Variable.Type.REFERENCE, exception, heap.name(exception)));
        f.caught = exception;
        f.inside = false;
        f.outside = 0;
        f.pc = index;
        interpreter.run(t);
        return;
      }
      t.pop();
    }
    lose(t, null);
  }

  private void step(ThreadRun t, Runnable step) {
    if (!guarded(t, step)) {
      lose(t, null);
    }
  }

  /**
   * Does one step; where a thread's track is lost its calls are given up.
   *
   * @return whether it is not lost
   */
  private static boolean guarded(ThreadRun t, Runnable step) {
    try {
      step.run();
      return true;
    } catch (LostTrack | NullPointerException | IndexOutOfBoundsException e) {
      t.frames.clear();
      t.thrown = null;
      return false;
    }
  }

  private void lose(ThreadRun t, @Nullable AbstractInsnNode insn) {
    lost++;
    taints.lose(t, insn);
  }

  private ExecutedTrace end(FailingPoint failure, long events) {
    ThrowPoint point = decided(failure);
    TraceFormula formula = point == null || point.goals().isEmpty() ? null : formula(point);
    return new ExecutedTrace(
        formula, heap.names(), out.size(), events, lost, interpreter.arithmetic.wraps);
  }

  /** The formula, unless what was executed contradicts what was recorded. */
  private @Nullable TraceFormula formula(ThrowPoint point) {
    try {
      return out.build(point.goals(), point.text(), point.location());
    } catch (IllegalArgumentException e) {
      lost++;
      return null;
    }
  }

  /** What decided the failure: the last exception of its thread thrown at its site, or the last. */
  private @Nullable ThrowPoint decided(FailingPoint failure) {
    ThreadRun t = threads.get(failure.thread());
    if (t == null) {
      return null;
    }
    for (int i = t.throwPoints.size() - 1; i >= 0; i--) {
      if (t.throwPoints.get(i).location().equals(failure.site())) {
        return t.throwPoints.get(i);
      }
    }
    if (t.thrown != null) {
      return t.thrown;
    }
    Frame f = t.top();
    if (f != null) {
      return decisions.here(t, f);
    }
    return t.throwPoints.isEmpty() ? null : t.throwPoints.get(t.throwPoints.size() - 1);
  }
}
