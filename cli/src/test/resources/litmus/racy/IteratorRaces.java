import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** Iterators, enumerations and spliterators that two threads share. */
public class IteratorRaces {
  static Iterator<String> work = List.of("a", "b", "c").iterator();
  static final Iterable<String> ONCE = () -> work;

  static class Cursor {
    final ListIterator<String> position = new ArrayList<>(List.of("a", "b")).listIterator();

    String next() {
      return position.next(); // race: java.util.Iterator
    }

    boolean more() {
      return position.hasNext(); // race: java.util.Iterator
    }
  }

  public static void main(String[] args) throws Exception {
    Iterator<String> tasks = new ArrayList<>(List.of("a", "b", "c")).iterator();
    Litmus.inTurn(
        () -> tasks.next(), // race: java.util.Iterator
        () -> tasks.next()); // race: java.util.Iterator

    Cursor cursor = new Cursor();
    Litmus.inTurn(() -> cursor.next(), () -> cursor.more());

    Iterator<Integer> keys = new HashMap<>(Map.of(1, "a", 2, "b")).keySet().iterator();
    Litmus.inTurn(
        () -> Litmus.use(keys.hasNext() ? keys.next() : null), // race: java.util.Iterator
        () -> keys.forEachRemaining(Litmus::use)); // race: java.util.Iterator

    Iterator<String> entries = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2)).keySet().iterator();
    Litmus.inTurn(
        () -> entries.next(), // race: java.util.Iterator
        () -> entries.next()); // race: java.util.Iterator

    Iterator<String> snapshot = new CopyOnWriteArrayList<>(List.of("a", "b")).iterator();
    Litmus.inTurn(
        () -> snapshot.next(), // race: java.util.Iterator
        () -> snapshot.hasNext()); // race: java.util.Iterator

    Iterator<String> readOnly =
        Collections.unmodifiableSet(new TreeSet<>(Set.of("a", "b"))).iterator();
    Litmus.inTurn(
        () -> readOnly.next(), // race: java.util.Iterator
        () -> readOnly.next()); // race: java.util.Iterator

    Enumeration<String> names = Collections.enumeration(new LinkedList<>(List.of("a", "b")));
    Litmus.inTurn(
        () -> names.nextElement(), // race: java.util.Iterator
        () -> names.hasMoreElements()); // race: java.util.Iterator

    Iterator<Integer> elements = Arrays.asList(1, 2, 3).iterator();
    Litmus.inTurn(
        () -> elements.next(), // race: java.util.Iterator
        () -> elements.next()); // race: java.util.Iterator

    Spliterator<Integer> parts = new ArrayList<>(List.of(1, 2, 3)).spliterator();
    Litmus.inTurn(
        () -> parts.tryAdvance(Litmus::use), // race: java.util.Spliterator
        () -> Litmus.use(parts.trySplit())); // race: java.util.Spliterator

    Iterator<String> lines = Stream.of("a", "b", "c").iterator();
    Litmus.inTurn(
        () -> lines.next(), // race: java.util.Iterator
        () -> lines.next()); // race: java.util.Iterator

    Callable<String> source = new PriorityQueue<>(List.of("a", "b")).iterator()::next; // race: java.util.Iterator
    Litmus.inTurn(source::call, source::call);

    Litmus.inTurn(
        () -> {
          for (String s : ONCE) { // race: java.util.Iterator
            Litmus.use(s);
            break;
          }
        },
        () -> {
          for (String s : ONCE) { // race: java.util.Iterator
            Litmus.use(s);
          }
        });

    List<String> list = new ArrayList<>(List.of("a", "b"));
    ListIterator<String> shared = list.listIterator();
    shared.next();
    Litmus.inTurn(
        () -> shared.set("c"), // race: java.util.ArrayList
        () -> Litmus.use(list.get(0))); // race: java.util.ArrayList
  }
}
