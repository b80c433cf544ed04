import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Plain data handed over by the synchronisers of java.util.concurrent. */
public class Synchronizers {
  static class Data {
    int x;
    int[] cells = new int[4];
    StringBuilder text = new StringBuilder();

    void write(int n) {
      x = n;
      cells[n & 3] = n;
      text.append(n);
    }

    int read() {
      return x + cells[1] + text.length();
    }
  }

  public static void main(String[] args) throws Exception {
    stamped();
    phaser();
    semaphore();
    exchanger();
    transfer();
    conditions();
    latches();
    fences();
    updaters();
    markable();
    flow();
  }

  static void stamped() throws Exception {
    StampedLock lock = new StampedLock();
    int[] xy = new int[2];
    Data data = new Data();
    Litmus.Body writer =
        () -> {
          for (int i = 0; i < 200; i++) {
            long stamp = lock.writeLock();
            data.write(i);
            lock.unlockWrite(stamp);
          }
        };
    Litmus.Body reader =
        () -> {
          for (int i = 0; i < 200; i++) {
            long stamp = lock.readLock();
            Litmus.use(data.read());
            long up = lock.tryConvertToWriteLock(stamp);
            if (up != 0) {
              data.write(i);
              stamp = up;
            }
            lock.unlock(stamp);
          }
        };
    Litmus.together(writer, reader, reader);
    Litmus.use(xy);
  }

  static void phaser() throws Exception {
    Phaser phaser = new Phaser(3);
    Data[] cells = {new Data(), new Data(), new Data()};
    Litmus.Body[] bodies = new Litmus.Body[3];
    for (int k = 0; k < 3; k++) {
      int me = k;
      bodies[k] =
          () -> {
            for (int round = 0; round < 50; round++) {
              cells[me].write(round);
              phaser.arriveAndAwaitAdvance();
              Litmus.use(cells[(me + 1) % 3].read());
              phaser.arriveAndAwaitAdvance();
            }
            phaser.arriveAndDeregister();
          };
    }
    Litmus.together(bodies);
    CyclicBarrier barrier = new CyclicBarrier(2, () -> cells[0].write(cells[1].x));
    Litmus.together(
        () -> {
          cells[1].write(1);
          barrier.await();
          cells[0].read();
        },
        () -> {
          barrier.await();
          cells[1].read();
          cells[0].read();
        });
  }

  static void semaphore() throws Exception {
    Semaphore empty = new Semaphore(1);
    Semaphore full = new Semaphore(0);
    Data data = new Data();
    Litmus.together(
        () -> {
          for (int i = 0; i < 100; i++) {
            empty.acquire();
            data.write(i);
            full.release();
          }
        },
        () -> {
          for (int i = 0; i < 100; i++) {
            full.acquireUninterruptibly();
            Litmus.use(data.read());
            empty.release();
          }
        });
  }

  static void exchanger() throws Exception {
    Exchanger<Data> exchanger = new Exchanger<>();
    Litmus.Body body =
        () -> {
          Data own = new Data();
          for (int i = 0; i < 50; i++) {
            own.write(i);
            own = exchanger.exchange(own);
            Litmus.use(own.read());
          }
        };
    Litmus.together(body, body);
  }

  static void transfer() throws Exception {
    LinkedTransferQueue<Data> transfer = new LinkedTransferQueue<>();
    DelayQueue<Late> delay = new DelayQueue<>();
    PriorityBlockingQueue<Integer> done = new PriorityBlockingQueue<>();
    ConcurrentLinkedDeque<Data> deque = new ConcurrentLinkedDeque<>();
    Litmus.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            Data d = new Data();
            d.write(i);
            if ((i & 1) == 0) {
              transfer.transfer(d);
            } else {
              transfer.put(d);
            }
            Late late = new Late();
            late.data.write(i);
            delay.put(late);
            Data last = new Data();
            last.write(i);
            deque.offerFirst(last);
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            transfer.take().write(i);
            delay.take().data.write(i);
            done.put(i);
            Data last = deque.pollLast();
            if (last != null) {
              last.write(1);
            }
          }
        });
  }

  static class Late implements Delayed {
    final Data data = new Data();

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  static void conditions() throws Exception {
    Lock lock = new ReentrantLock(true);
    Condition filled = lock.newCondition();
    Condition taken = lock.newCondition();
    List<Data> slot = new ArrayList<>();
    Litmus.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            Data d = new Data();
            d.write(i);
            lock.lockInterruptibly();
            try {
              while (!slot.isEmpty()) {
                taken.awaitNanos(1_000_000);
              }
              slot.add(d);
              filled.signalAll();
            } finally {
              lock.unlock();
            }
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            lock.lock();
            try {
              while (slot.isEmpty()) {
                filled.awaitUninterruptibly();
              }
              slot.remove(0).write(i);
              taken.signal();
            } finally {
              lock.unlock();
            }
          }
        });
  }

  static void latches() throws Exception {
    CountDownLatch ready = new CountDownLatch(2);
    CountDownLatch go = new CountDownLatch(1);
    Data a = new Data();
    Data b = new Data();
    Data c = new Data();
    Litmus.together(
        () -> {
          a.write(1);
          ready.countDown();
          go.await();
          c.read();
        },
        () -> {
          b.write(1);
          ready.countDown();
          while (!go.await(1, TimeUnit.MILLISECONDS)) {
            Thread.yield();
          }
          c.read();
        },
        () -> {
          ready.await();
          c.write(a.read() + b.read());
          go.countDown();
        });
  }

  static final VarHandle FLAG;
  static int flag;

  static {
    try {
      FLAG = MethodHandles.lookup().findStaticVarHandle(Synchronizers.class, "flag", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void fences() throws Exception {
    Data data = new Data();
    AtomicInteger state = new AtomicInteger();
    Litmus.together(
        () -> {
          data.write(1);
          FLAG.setRelease(1);
          while (state.getAcquire() != 1) {
            Thread.yield();
          }
          data.write(2);
          FLAG.getAndAdd(1);
        },
        () -> {
          while ((int) FLAG.getAcquire() != 1) {
            Thread.yield();
          }
          data.write(3);
          state.lazySet(1);
          while ((int) FLAG.getVolatile() != 2) {
            Thread.yield();
          }
          data.read();
        });
  }

  static class Node {
    volatile int state;
    volatile Node next;
    static final AtomicIntegerFieldUpdater<Node> STATE =
        AtomicIntegerFieldUpdater.newUpdater(Node.class, "state");
    static final AtomicReferenceFieldUpdater<Node, Node> NEXT =
        AtomicReferenceFieldUpdater.newUpdater(Node.class, Node.class, "next");
    final Data data = new Data();
  }

  static void updaters() throws Exception {
    Node node = new Node();
    AtomicIntegerArray turn = new AtomicIntegerArray(2);
    AtomicReference<Data> ref = new AtomicReference<>();
    Litmus.together(
        () -> {
          Node next = new Node();
          next.data.write(1);
          Node.NEXT.lazySet(node, next);
          node.data.write(2);
          Node.STATE.compareAndSet(node, 0, 1);
          Data d = new Data();
          d.write(1);
          ref.set(d);
          d.read();
          Data e = new Data();
          e.write(4);
          turn.set(1, 1);
          while (turn.get(0) == 0) {
            Thread.yield();
          }
          d.read();
        },
        () -> {
          while (node.next == null) {
            Thread.yield();
          }
          node.next.data.read();
          while (Node.STATE.get(node) != 1) {
            Thread.yield();
          }
          node.data.write(3);
          Data d;
          while ((d = ref.getPlain() == null ? null : ref.getAndSet(null)) == null) {
            Thread.yield();
          }
          while (turn.get(1) == 0) {
            Thread.yield();
          }
          d.write(3);
          turn.incrementAndGet(0);
        });
  }

  static void markable() throws Exception {
    AtomicMarkableReference<Data> mark = new AtomicMarkableReference<>(null, false);
    AtomicStampedReference<Data> stamp = new AtomicStampedReference<>(null, 0);
    LongAccumulator max = new LongAccumulator(Math::max, 0);
    Litmus.together(
        () -> {
          Data d = new Data();
          d.write(1);
          mark.compareAndSet(null, d, false, true);
          Data e = new Data();
          e.write(2);
          stamp.set(e, 1);
          max.accumulate(3);
        },
        () -> {
          while (!mark.isMarked()) {
            Thread.yield();
          }
          mark.getReference().write(2);
          int[] holder = new int[1];
          Data e;
          while ((e = stamp.get(holder)) == null) {
            Thread.yield();
          }
          e.write(3);
          max.accumulate(4);
        });
  }

  static void flow() throws Exception {
    SubmissionPublisher<Data> publisher = new SubmissionPublisher<>();
    Data sum = new Data();
    CompletableFuture<Void> done =
        publisher.consume(
            d -> {
              d.write(9);
              sum.write(d.x);
            });
    for (int i = 0; i < 50; i++) {
      Data d = new Data();
      d.write(i);
      publisher.submit(d);
    }
    publisher.close();
    done.get(10, TimeUnit.SECONDS);
    sum.read();
  }
}
