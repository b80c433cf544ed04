package dev.prescient.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of operations of threads that run in parallel. */
class OrderLogTest {
  private static final int THREADS = 4;
  private static final int OPERATIONS = 20_000;

  /** Written under the log's lock only. */
  private int shared;

  private static ControlledThread thread(int id) {
    return new ControlledThread(Thread.currentThread(), id, "0." + id);
  }

  @Test
  void add_byThreadsAtOnce_countsEveryOperationInTheOrderOfTheLock() throws Exception {
    OrderLog.drain(this);
    int[] byOrder = new int[THREADS * OPERATIONS];
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      ControlledThread me = thread(i);
      Thread t =
          new Thread(
              () -> {
                for (int k = 0; k < OPERATIONS; k++) {
                  OrderLog.lock(me);
                  OrderLog.add(me);
                  byOrder[shared++] = me.id;
                  OrderLog.unlock(me);
                }
              });
      all.add(t);
      t.start();
    }
    List<Integer> logged = new ArrayList<>();
    boolean running = true;
    while (running) {
      running = all.stream().anyMatch(Thread::isAlive);
      for (long run : OrderLog.drain(this)) {
        for (int n = (int) run; n > 0; n--) {
          logged.add((int) (run >>> Integer.SIZE));
        }
      }
    }
    assertThat(logged).hasSize(byOrder.length);
    assertThat(logged).isEqualTo(Arrays.stream(byOrder).boxed().toList());
    assertThat(OrderLog.lost()).isZero();
  }

  @Test
  void lock_neverGivenBack_isTakenAndNotReleasedByItsFormerOwner() {
    ControlledThread gone = thread(1);
    ControlledThread me = thread(2);
    long taken = OrderLog.taken();
    OrderLog.lock(gone);
    OrderLog.lock(me);
    assertThat(OrderLog.taken()).isEqualTo(taken + 1);
    OrderLog.unlock(gone);
    OrderLog.add(me);
    OrderLog.unlock(me);
    OrderLog.lock(gone);
    OrderLog.unlock(gone);
    assertThat(OrderLog.taken()).isEqualTo(taken + 1);
  }
}
