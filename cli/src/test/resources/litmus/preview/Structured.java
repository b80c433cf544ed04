import java.util.concurrent.*;
import java.util.concurrent.StructuredTaskScope.Joiner;

/** Structured concurrency as JDK 25 previews it. */ // needs JDK 21
public class Structured {
  static class Shared {
    int before;
    int afterJoin;
    int raced;
  }

  /** What was done before a fork and in the subtasks is known after the join. */
  static void ordered(Shared shared) throws Exception {
    int[] results = new int[4];
    shared.before++;
    try (var scope = StructuredTaskScope.open()) {
      for (int i = 0; i < results.length; i++) {
        int k = i;
        scope.fork(() -> results[k] = shared.before + k);
      }
      scope.join();
      for (int r : results) {
        shared.before += r;
      }
      scope.close();
    }
    ScopedValue<int[]> value = ScopedValue.newInstance();
    int n = ScopedValue.where(value, results).call(() -> inner(value));
    results[0] = n;
  }

  static int inner(ScopedValue<int[]> value) throws Exception {
    ThreadFactory platform = Thread.ofPlatform().factory();
    try (var scope =
        StructuredTaskScope.open(
            Joiner.<Integer>allSuccessfulOrThrow(), c -> c.withThreadFactory(platform))) {
      scope.fork(() -> value.get()[0]++);
      scope.fork(() -> value.get()[1]++);
      return scope.join().mapToInt(s -> s.get()).sum() + value.get()[0];
    }
  }

  static void racy(Shared shared) throws Exception {
    try (var scope = StructuredTaskScope.open()) {
      for (int i = 0; i < 2; i++) {
        scope.fork(
            () -> {
              shared.raced++; // race: Structured$Shared.raced
              return null;
            });
      }
      scope.join();
    }
    shared.raced = 0;
  }

  /** A thread of no scope that has ended, which nobody joined, before the next one starts. */
  static void unjoined(Shared shared) throws Exception {
    Thread.ofVirtual().start(() -> shared.afterJoin = 1); // race: Structured$Shared.afterJoin
    Litmus.pause(40);
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(() -> null);
      scope.join();
    }
    Litmus.use(shared.afterJoin); // race: Structured$Shared.afterJoin
  }

  public static void main(String[] args) throws Exception {
    Shared shared = new Shared();
    for (int i = 0; i < 30; i++) {
      ordered(shared);
      racy(shared);
    }
    unjoined(shared);
  }
}
