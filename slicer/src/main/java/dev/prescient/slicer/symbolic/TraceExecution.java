package dev.prescient.slicer.symbolic;

import dev.prescient.replay.trace.EventReader;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Interpreter interpreter = new Interpreter(program, heap, out, decisions);
  private final Map<String, ThreadRun> threads = new HashMap<>();
  private final Map<String, Integer> starts = new HashMap<>();
  private @Nullable ThreadRun running;
  private int lost;

  private TraceExecution() {}

  /**
   * Executes a run's trace.
   *
   * @param run the run's folder
   * @throws IOException if the trace cannot be read
   */
  public static ExecutedTrace of(Path run, FailingPoint failure) throws IOException {
    TraceExecution e = new TraceExecution();
    long events;
    try (EventReader reader = new EventReader(run, e)) {
      events = reader.readAll();
    }
    return e.end(failure, events);
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
    return new ThreadRun(path, number);
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
    guarded(t, () -> enter(t, m));
  }

  private static int recordedArguments(MethodCode m) {
    return m.arguments.length + (m.isStatic() || m.isConstructor() ? 0 : 1);
  }

  private void enter(ThreadRun t, MethodCode m) {
    t.thrown = null; // swallowed by code that was not captured
    Frame caller = t.top();
    boolean inside = caller != null && calls(caller, m) && argumentsFit(caller, t.arguments);
    Frame f = new Frame(m, !inside, caller == null ? -1 : caller.parent());
    int slot = 0;
    int given = 0;
    int words = m.arguments.length + (m.isStatic() ? 0 : 1);
    if (!m.isStatic()) {
      f.locals[slot++] = receiver(caller, inside, m, words, t.arguments);
      given = m.isConstructor() ? 0 : 1;
    }
    t.frames.add(f);
    for (int i = 0; i < m.arguments.length; i++) {
      Type type = m.arguments[i];
      Value v =
          inside && caller != null
              ? caller.peek(m.arguments.length - 1 - i)
              : t.arguments.get(given + i);
      f.locals[slot] = interpreter.parameter(t, f, v, m.local(slot, 0), type.getDescriptor());
      slot += type.getSize();
    }
    interpreter.run(t);
  }

  private Value receiver(
      @Nullable Frame caller, boolean inside, MethodCode m, int words, List<Value> arguments) {
    if (inside && caller != null) {
      return caller.peek(words - 1).named("this");
    }
    if (!m.isConstructor()) {
      return arguments.get(0).named("this");
    }
    long object = heap.unmentioned(m.className.replace('/', '.'));
    heap.born(object);
    return Value.constant('L', Variable.Type.REFERENCE, object, "this");
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
    ThreadRun t = thread();
    guarded(
        t,
        () -> {
          Frame f = at(t, method, index);
          if (f != null) {
            interpreter.value(t, f, kind, bits);
            interpreter.run(t);
          }
        });
  }

  @Override
  public void visitDone(int method, int index) {
    ThreadRun t = thread();
    guarded(
        t,
        () -> {
          Frame f = at(t, method, index);
          if (f != null) {
            interpreter.done(t, f);
            interpreter.run(t);
          }
        });
  }

  /** The frame that waits at an instruction; those above it were left by an exception unseen. */
  private @Nullable Frame at(ThreadRun t, int method, int index) {
    for (int i = t.frames.size() - 1; i >= 0; i--) {
      Frame f = t.frames.get(i);
      if (f.method.number == method && f.pc == index) {
        while (t.frames.size() > i + 1) {
          t.pop();
        }
        t.thrown = null;
        return f;
      }
    }
    lost++;
    return null;
  }

  @Override
  public void visitCaught(int method, int index, int exception) {
    ThreadRun t = thread();
    guarded(t, () -> caught(t, method, index, heap.canonical(exception)));
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
    while (!t.frames.isEmpty()) {
      Frame f = t.frames.get(t.frames.size() - 1);
      if (f.method.number == method && f.method.handles(index, f.pc)) {
        f.stack.clear();
        f.decided.clear();
        f.returned = null;
        f.push(Value.constant('L', Variable.Type.REFERENCE, exception, heap.name(exception)));
        f.caught = exception;
        f.pc = index;
        interpreter.run(t);
        return;
      }
      t.pop();
    }
    lost++;
  }

  /** Does one step; where a thread's track is lost its calls are given up. */
  private void guarded(ThreadRun t, Runnable step) {
    try {
      step.run();
    } catch (LostTrack | NullPointerException | IndexOutOfBoundsException e) {
      lost++;
      t.frames.clear();
      t.thrown = null;
    }
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
