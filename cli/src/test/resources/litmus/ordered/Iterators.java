import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

/** Iterators that each have one thread at a time, and those that take care of themselves. */
public class Iterators {
  /** An iterator with a lock of its own around another. */
  static class Locked<T> implements Iterator<T> {
    private final Iterator<T> inner;

    Locked(Iterator<T> inner) {
      this.inner = inner;
    }

    @Override
    public synchronized boolean hasNext() {
      return inner.hasNext();
    }

    @Override
    public synchronized T next() {
      return inner.hasNext() ? inner.next() : null;
    }
  }

  /** Keeps what it iterates over, one for each thread. */
  static class PerThread implements Iterable<Integer> {
    private final List<Integer> list;
    private final ThreadLocal<Iterator<Integer>> own;

    PerThread(List<Integer> list) {
      this.list = list;
      own = ThreadLocal.withInitial(list::iterator);
    }

    @Override
    public Iterator<Integer> iterator() {
      return own.get();
    }
  }

  static final Iterator<String> NONE = Collections.emptyIterator();

  public static void main(String[] args) throws Exception {
    own();
    empty();
    locked();
    lockedInside();
    handedOver();
    split();
  }

  /** Each thread has its own over what all read. */
  static void own() throws Exception {
    List<Integer> list = IntStream.range(0, 20).boxed().collect(Collectors.toList());
    Map<String, Integer> map = new HashMap<>(Map.of("a", 1, "b", 2));
    List<String> snapshot = new CopyOnWriteArrayList<>(List.of("a", "b"));
    ConcurrentMap<Integer, Integer> concurrent = new ConcurrentHashMap<>();
    Queue<Integer> queue = new ConcurrentLinkedQueue<>();
    Iterable<Integer> perThread = new PerThread(list);
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 30; i++) {
            int sum = 0;
            for (int n : list) {
              for (Map.Entry<String, Integer> e : map.entrySet()) {
                sum += n + e.getValue();
              }
            }
            for (Iterator<String> it = snapshot.iterator(); it.hasNext(); ) {
              sum += it.next().length();
            }
            concurrent.put(i, sum);
            queue.add(i);
            for (int k : concurrent.keySet()) {
              sum += k;
            }
            for (Iterator<Integer> it = queue.iterator(); it.hasNext(); ) {
              if (it.next() < i - 3) {
                it.remove();
              }
            }
            for (int n : perThread) {
              sum += n;
            }
            for (String s : List.of("x", "y")) {
              sum += s.length();
            }
            Litmus.use(drain(list.listIterator()) + sum);
            if (i % 10 == 0) {
              snapshot.add("c");
            }
          }
        };
    Litmus.together(body, body, body);
  }

  static int drain(Iterator<Integer> it) {
    int sum = 0;
    while (it.hasNext()) {
      sum += it.next();
    }
    return sum;
  }

  /** Iterators without elements are one object for all. */
  static void empty() throws Exception {
    Litmus.Body body =
        () -> {
          Litmus.use(NONE.hasNext());
          Collections.emptyEnumeration().hasMoreElements();
          NONE.forEachRemaining(Litmus::use);
          Iterator<Object> none = Collections.emptyList().iterator();
          Litmus.use(none.hasNext() ? none.next() : none);
          Spliterator<Object> nothing = Spliterators.emptySpliterator();
          nothing.tryAdvance(Litmus::use);
          nothing.forEachRemaining(Litmus::use);
          Litmus.use(nothing.trySplit());
        };
    Litmus.together(body, body);
  }

  static void locked() throws Exception {
    Iterator<Integer> shared = IntStream.range(0, 200).boxed().iterator();
    Iterator<Integer> wrapped = new Locked<>(IntStream.range(0, 99).boxed().toList().iterator());
    Iterator<Map.Entry<Integer, Integer>> entries =
        new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3)).entrySet().iterator();
    Lock lock = new ReentrantLock();
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 40; i++) {
            synchronized (shared) {
              Litmus.use(shared.hasNext() ? shared.next() : null);
            }
            Litmus.use(wrapped.next());
            lock.lock();
            try {
              if (entries.hasNext()) {
                entries.next();
                entries.remove();
              }
            } finally {
              lock.unlock();
            }
          }
        };
    Litmus.together(body, body);
  }

  /** Those of Vector and of some queues take the collection's lock. */
  static void lockedInside() throws Exception {
    Vector<Integer> vector = new Vector<>(IntStream.range(0, 100).boxed().toList());
    Enumeration<Integer> all = vector.elements();
    Iterator<Integer> iterator = vector.iterator();
    Iterator<Integer> queued =
        new LinkedBlockingQueue<>(IntStream.range(0, 100).boxed().toList()).iterator();
    Litmus.Body body =
        () -> {
          for (int i = 0; i < 30; i++) {
            all.nextElement();
            iterator.next();
            queued.next();
          }
        };
    Litmus.together(body, body, body);
  }

  static void handedOver() throws Exception {
    BlockingQueue<Iterator<String>> queue = new ArrayBlockingQueue<>(1);
    Iterator<String> first = new ArrayDeque<>(List.of("a", "b", "c")).iterator();
    first.next();
    Litmus.together(
        () -> queue.put(first),
        () -> {
          Iterator<String> taken = queue.take();
          taken.next();
          taken.remove();
        });
    first.next();
    CyclicBarrier barrier = new CyclicBarrier(2);
    ListIterator<Integer> turns = new LinkedList<>(List.of(1, 2, 3, 4)).listIterator();
    Litmus.together(
        () -> {
          turns.next();
          turns.set(9);
          barrier.await();
          barrier.await();
          turns.previous();
        },
        () -> {
          barrier.await();
          Litmus.use(turns.hasNext() + " " + turns.nextIndex() + turns.next());
          barrier.await();
        });
  }

  /** A spliterator's halves are two objects. */
  static void split() throws Exception {
    List<Integer> list = IntStream.range(0, 100).boxed().collect(Collectors.toList());
    for (Spliterator<Integer> second :
        List.of(
            list.spliterator(),
            new HashSet<>(list).spliterator(),
            new TreeSet<>(list).spliterator(),
            Arrays.asList(1, 2, 3, 4).spliterator(),
            new CopyOnWriteArrayList<>(list).spliterator())) {
      Spliterator<Integer> half = second.trySplit();
      Litmus.together(
          () -> half.forEachRemaining(Litmus::use), () -> second.forEachRemaining(Litmus::use));
    }
    Litmus.use(list.parallelStream().map(i -> i + 1).collect(Collectors.toList()));
  }
}
