package dev.prescient.runtime.control;

import java.util.concurrent.BlockingQueue;
import jdk.internal.vm.annotation.Hidden;

/**
 * Operations of a free run on queues that may wait: as long as they do not have to, they are short
 * and have their exact place. Otherwise {@code take} is counted when it is over, and {@code put}
 * before it is done.
 */
public final class FreeQueues {
  private FreeQueues() {}

  /** Instead of {@code queue.take()}. */
  @Hidden // from stack traces and walkers
  public static Object take(BlockingQueue<Object> queue) throws InterruptedException {
    if (isOurs(queue)) {
      FreeRun.hold();
      try {
        Object taken = queue.poll();
        if (taken != null) {
          FreeRun.operation();
          return taken;
        }
      } finally {
        FreeRun.end();
      }
    }
    FreeRun.expect();
    try {
      return queue.take();
    } finally {
      FreeRun.done();
    }
  }

  /** Instead of {@code queue.put(item)}. */
  @Hidden // from stack traces and walkers
  public static void put(BlockingQueue<Object> queue, Object item) throws InterruptedException {
    if (isOurs(queue)) {
      FreeRun.hold();
      try {
        if (queue.offer(item)) {
          FreeRun.operation();
          return;
        }
      } finally {
        FreeRun.end();
      }
    }
    FreeRun.operation();
    queue.put(item);
  }

  /** Whether the queue is the JDK's and what waits on it would not be interrupted at once. */
  private static boolean isOurs(BlockingQueue<Object> queue) {
    return queue != null
        && queue.getClass().getClassLoader() == null
        && !Thread.currentThread().isInterrupted();
  }
}
