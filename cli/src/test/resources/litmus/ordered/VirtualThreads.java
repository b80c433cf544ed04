import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Virtual threads, started, joined, pooled, pinned and interrupted. */ // needs JDK 21
public class VirtualThreads {
  static class Data {
    int x;
    List<Integer> list = new ArrayList<>();

    void write(int n) {
      x = n;
      list.add(n);
    }
  }

  public static void main(String[] args) throws Exception {
    Data d = new Data();
    d.write(1);
    Thread t = Thread.ofVirtual().start(() -> d.write(2));
    t.join();
    d.write(3);
    Thread u = Thread.startVirtualThread(() -> { Litmus.pause(5); d.write(4); });
    while (u.isAlive()) {
      Thread.onSpinWait();
    }
    d.write(5);
    Thread v = Thread.ofVirtual().unstarted(() -> d.write(6));
    v.start();
    while (v.getState() != Thread.State.TERMINATED) {
      Thread.yield();
    }
    d.write(7);
    Thread w = Thread.ofVirtual().start(() -> d.write(8));
    w.join(java.time.Duration.ofSeconds(10));
    d.write(9);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Data>> futures = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        futures.add(pool.submit(() -> { Data own = new Data(); own.write(1); Thread.sleep(1); own.write(2); return own; }));
      }
      for (Future<Data> f : futures) {
        f.get().write(3);
      }
      pool.execute(() -> d.write(10));
    }
    d.write(11);
    ReentrantLock lock = new ReentrantLock();
    Object monitor = new Object();
    Data locked = new Data();
    Data synced = new Data();
    Thread[] threads = new Thread[20];
    for (int i = 0; i < threads.length; i++) {
      int n = i;
      threads[i] = Thread.ofVirtual().start(() -> {
        lock.lock();
        try {
          locked.write(n);
        } finally {
          lock.unlock();
        }
        synchronized (monitor) {
          synced.write(n);
          Litmus.pause(1); // pins, or not
          synced.write(n);
        }
      });
    }
    for (Thread x : threads) {
      x.join();
    }
    locked.write(0);
    synced.write(0);
    SynchronousQueue<Data> queue = new SynchronousQueue<>();
    Thread producer = Thread.ofVirtual().start(() -> {
      Data own = new Data();
      own.write(1);
      try {
        queue.put(own);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    queue.take().write(2);
    producer.join();
    Data interrupted = new Data();
    Thread sleeper = Thread.ofVirtual().start(() -> {
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException e) {
        interrupted.write(2);
      }
    });
    interrupted.write(1);
    sleeper.interrupt();
    sleeper.join();
    interrupted.write(3);
  }
}
