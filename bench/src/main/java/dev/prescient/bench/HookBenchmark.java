package dev.prescient.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of one access or synchronisation as the program sees it; {@link Benchmarks} runs each
 * once without and once with the agent in {@code race} mode. The difference is the hook.
 *
 * <p>An operation is repeated {@value #REPEAT} times per invocation, on a fresh index or value each
 * time, so that the harness's own cost is small beside it and the JIT cannot fold it away.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class HookBenchmark {
  /** Operations per invocation. */
  static final int REPEAT = 1000;

  private int field;
  private volatile int volatileField;
  private final Object lock = new Object();
  private int[] array = new int[0];

  /** A fresh array per trial. */
  @Setup(Level.Trial)
  public void allocate() {
    array = new int[REPEAT];
  }

  /** Nothing but the loop and the black hole: subtract it. */
  @Benchmark
  public void loop(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      hole.consume(i);
    }
  }

  /** getfield. */
  @Benchmark
  public void fieldRead(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      hole.consume(field);
    }
  }

  /** putfield; the black hole keeps the stores apart. */
  @Benchmark
  public void fieldWrite(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      field = i;
      hole.consume(i);
    }
  }

  /** iastore. */
  @Benchmark
  public void arrayWrite(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      array[i] = i;
      hole.consume(i);
    }
  }

  /** An uncontended monitor, entered and left. */
  @Benchmark
  public void monitor(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      synchronized (lock) {
        hole.consume(i);
      }
    }
  }

  /** A volatile read. */
  @Benchmark
  public void volatileRead(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      hole.consume(volatileField);
    }
  }

  /** A volatile write. */
  @Benchmark
  public void volatileWrite(Blackhole hole) {
    for (int i = 0; i < REPEAT; i++) {
      volatileField = i;
      hole.consume(i);
    }
  }
}
