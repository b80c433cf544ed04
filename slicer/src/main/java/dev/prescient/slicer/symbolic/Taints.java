package dev.prescient.slicer.symbolic;

import dev.prescient.profiler.value.Occurrence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * Which guessed loads the accesses of a run depend on: by data, by address (the object or index
 * accessed), or by control (the branch in whose region they stand), through memory as it was read
 * in the run, into calls and started threads. One bit per guess, carried along with every value and
 * every version of a cell.
 *
 * <p>What is not captured counts as depending on all it is given: a call's result on its arguments
 * and on the state of their objects, that state on what was put in before. A thread whose track is
 * lost depends on every guess read so far.
 *
 * <p>State: grows along the trace. {@code present} is the access whose event has come, {@code read}
 * the guesses read so far, {@code results} those that results of tasks depend on.
 */
public final class Taints {
  /** Guesses that can be told apart. */
  public static final int MOST = Long.SIZE;

  private final Map<Occurrence, Long> guesses = new HashMap<>();
  private final Map<Occurrence, Occurrence> sources;
  private final Map<String, Map<Long, Integer>> visits = new HashMap<>();
  private final Map<Occurrence, Long> tainted = new HashMap<>();
  private final Map<Integer, Long> versions = new HashMap<>();
  private final Map<Long, Long> objects = new HashMap<>();
  private final Map<String, Long> unseenStores = new HashMap<>();
  private final Callbacks callbacks = new Callbacks();
  private Occurrence present = new Occurrence("", 0, 0);
  private long read;
  private long results;
  private int lost;

  /**
   * An analysis of a trace that has not begun.
   *
   * @param guesses loads whose value came from the future, at most {@link #MOST}
   * @param sources the stores that other loads read from which did not get the latest value
   */
  Taints(List<Occurrence> guesses, Map<Occurrence, Occurrence> sources) {
    for (Occurrence g : guesses) {
      this.guesses.put(g, 1L << this.guesses.size());
    }
    this.sources = Map.copyOf(sources);
  }

  /** Whether a load's guess decided that an access happened, where, or with what value. */
  public boolean leads(Occurrence guess, Occurrence access) {
    return (tainted.getOrDefault(access, 0L) & guesses.getOrDefault(guess, 0L)) != 0;
  }

  /** How often a thread executed an access or a call to its end. */
  public int visits(String thread, long site) {
    return visits.getOrDefault(thread, Map.of()).getOrDefault(site, 0);
  }

  /** Events that could not be followed; guesses may then be said to lead where they do not. */
  public int lost() {
    return lost;
  }

  // Events.

  /** The event of an access or a call. */
  void visit(ThreadRun t, MethodCode m, int index) {
    if (guesses.isEmpty()) {
      return;
    }
    long site = m.site(index);
    int n = visits.computeIfAbsent(t.path, p -> new HashMap<>()).merge(site, 1, Integer::sum);
    present = new Occurrence(t.path, site, n);
  }

  /** The present event could not be followed. */
  void lose(ThreadRun t, @Nullable AbstractInsnNode insn) {
    lost++;
    t.isLost = true;
    read |= guesses.getOrDefault(present, 0L);
    if (insn != null && read != 0) {
      tainted.put(present, read);
      unseenStores.merge(cells(insn), read, (a, b) -> a | b);
    }
  }

  /** What a cell that is accessed by an instruction is one of. */
  private static String cells(AbstractInsnNode insn) {
    return insn instanceof FieldInsnNode f ? f.name + ":" + f.desc : "";
  }

  /** What a thread that is not followed may depend on. */
  long unknown(ThreadRun t) {
    return t.isLost ? read : 0;
  }

  // Memory.

  /**
   * The present load.
   *
   * @param version of the cell that it got
   * @param object whose cell it is, or 0
   */
  void load(Frame f, int version, long object) {
    long guess = guesses.getOrDefault(present, 0L);
    Occurrence source = sources.get(present);
    if (guess != 0) {
      read |= guess;
      f.use(guess);
    } else if (source != null) {
      f.use(tainted.getOrDefault(source, 0L));
    } else {
      f.use(versions.getOrDefault(version, 0L));
    }
    f.use(objects.getOrDefault(object, 0L) | unseenStores.getOrDefault(cells(f.insn()), 0L));
    keep(f.used());
  }

  /** The present store; parameters as for a load. */
  void store(Frame f, int version) {
    keep(f.used());
    if (f.used() != 0) {
      versions.put(version, f.used());
    }
  }

  private void keep(long taint) {
    if (taint != 0) {
      tainted.put(present, taint);
    }
  }

  // Code that is not captured.

  /**
   * A call of it has returned: its result, and the state of the objects it was given, may depend on
   * all of them.
   *
   * @param receiver or the object made; null if there is none
   */
  void called(Frame f, String method, List<Value> arguments, @Nullable Value receiver, Heap heap) {
    List<Value> operands = new ArrayList<>(arguments);
    boolean waits = false;
    if (receiver != null) {
      operands.add(receiver);
      Heap.Thing on = heap.thing(receiver.bits());
      waits = on != null && on.className().startsWith("java.util.concurrent.");
    }
    callbacks.handed(operands, f.used());
    f.use(f.outside | states(operands) | (waits ? results : 0));
    if (f.used() != 0) {
      for (Value v : operands) {
        boolean made = v.equals(receiver) && method.equals("<init>");
        if (made || (changes(v, heap) && !ObjectState.onlyLooks(method))) {
          objects.merge(v.bits(), f.used(), (a, b) -> a | b);
        }
      }
    }
  }

  private static boolean changes(Value v, Heap heap) {
    Heap.Thing thing = v.kind() == 'L' ? heap.thing(v.bits()) : null;
    return thing != null && !ObjectState.isImmutable(thing.className());
  }

  private long states(List<Value> operands) {
    long taint = 0;
    for (Value v : operands) {
      taint |= v.kind() == 'L' ? objects.getOrDefault(v.bits(), 0L) : 0;
    }
    return taint;
  }

  /** A function object was made of a captured method and what the instruction used. */
  void made(Frame f, long object, String method) {
    callbacks.made(object, method, f.used());
    if (f.used() != 0) {
      objects.merge(object, f.used(), (a, b) -> a | b);
    }
  }

  /** A method that code which is not captured called first on its thread returned a value. */
  void returned(long taint) {
    results |= taint;
  }

  /** Guesses that may have led to an exception at the instruction where a frame stands. */
  long thrown(Frame f) {
    return f.control() | f.stackTaint() | states(f.stack);
  }

  // Calls of captured code.

  /**
   * Guesses that decided that code which is not captured calls a method.
   *
   * @param caller the frame below, or null for a thread's first
   * @param arguments as recorded, {@code this} included
   */
  long entry(ThreadRun t, @Nullable Frame caller, MethodCode m, List<Value> arguments) {
    long above = caller == null ? t.scope : thrown(caller);
    return above | unknown(t) | callbacks.entry(m.key(), arguments);
  }

  /** Guesses that arguments given by code that is not captured depend on. */
  long arguments(MethodCode m, long entry, List<Value> arguments) {
    return entry | callbacks.captured(m.key()) | states(arguments);
  }

  /** The guesses that decided that a thread was started by what a frame executes now. */
  static long start(Frame starter) {
    return starter.control() | starter.stackTaint();
  }
}
