package dev.prescient.cli.hunt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Runs independent child JVMs side by side, a few at a time. */
final class Workers implements AutoCloseable {
  /** What is done with one item. */
  @FunctionalInterface
  interface Job<T> {
    void run(T item) throws IOException, InterruptedException;
  }

  private final ExecutorService pool;

  Workers(int size) {
    pool =
        Executors.newFixedThreadPool(
            size,
            r -> {
              Thread t = new Thread(r, "pm worker");
              t.setDaemon(true);
              return t;
            });
  }

  /**
   * Does the job with every item, in order of start, until {@code stop} says so.
   *
   * @return items started
   */
  <T> int each(List<T> items, BooleanSupplier stop, Job<T> job)
      throws IOException, InterruptedException {
    List<Future<Boolean>> running = new ArrayList<>();
    for (T item : items) {
      running.add(
          pool.submit(
              () -> {
                if (stop.getAsBoolean()) {
                  return false;
                }
                job.run(item);
                return true;
              }));
    }
    int started = 0;
    for (Future<Boolean> f : running) {
      started += result(f) ? 1 : 0;
    }
    return started;
  }

  private static boolean result(Future<Boolean> f) throws IOException, InterruptedException {
    try {
      return f.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
