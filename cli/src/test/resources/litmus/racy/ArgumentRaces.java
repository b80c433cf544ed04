import java.nio.ByteBuffer;
import java.text.*;
import java.util.*;
import java.util.concurrent.*;

/** JDK objects that are not thread-safe, given to methods of the JDK. */
public class ArgumentRaces {
  enum Day { MON, TUE }

  static List<String> list() {
    return new ArrayList<>(List.of("b", "a"));
  }

  public static void main(String[] args) throws Exception {
    List<String> own = new ArrayList<>();
    List<String> added = list();
    Litmus.inTurn(
        () -> added.add("c"), // race: java.util.ArrayList
        () -> own.addAll(added)); // race: java.util.ArrayList

    List<String> inserted = list();
    Litmus.inTurn(
        () -> inserted.add("c"), // race: java.util.ArrayList
        () -> own.addAll(0, inserted)); // race: java.util.ArrayList

    List<String> copied = list();
    Litmus.inTurn(
        () -> Litmus.use(new LinkedList<>(copied)), // race: java.util.ArrayList
        () -> copied.remove(0)); // race: java.util.ArrayList

    Set<String> unique = new HashSet<>();
    Litmus.inTurn(
        () -> unique.add("a"), // race: java.util.HashSet
        () -> Litmus.use(new CopyOnWriteArrayList<>(unique))); // race: java.util.HashSet

    List<String> immutable = list();
    Litmus.inTurn(
        () -> immutable.add("c"), // race: java.util.ArrayList
        () -> Litmus.use(List.copyOf(immutable))); // race: java.util.ArrayList

    Map<String, Integer> source = new TreeMap<>(Map.of("a", 1));
    Map<String, Integer> target = new HashMap<>();
    Litmus.inTurn(
        () -> source.put("b", 2), // race: java.util.TreeMap
        () -> target.putAll(source)); // race: java.util.TreeMap

    Map<String, Integer> duplicated = new HashMap<>(Map.of("a", 1));
    Litmus.inTurn(
        () -> duplicated.put("b", 2), // race: java.util.HashMap
        () -> Litmus.use(new ConcurrentHashMap<>(duplicated))); // race: java.util.HashMap

    List<String> sorted = list();
    Litmus.inTurn(
        () -> Collections.sort(sorted), // race: java.util.ArrayList
        () -> sorted.get(0)); // race: java.util.ArrayList

    List<String> from = list();
    List<String> to = list();
    Litmus.inTurn(
        () -> Collections.copy(to, from), // race: java.util.ArrayList
        () -> {
          from.set(0, "x"); // race: java.util.ArrayList
          to.get(0); // race: java.util.ArrayList
        });

    List<String> searched = list();
    Litmus.inTurn(
        () -> searched.add("z"), // race: java.util.ArrayList
        () -> Litmus.use(Collections.max(searched))); // race: java.util.ArrayList

    Deque<String> joined = new ArrayDeque<>(List.of("a"));
    Litmus.inTurn(
        () -> joined.push("b"), // race: java.util.ArrayDeque
        () -> Litmus.use(String.join(",", joined))); // race: java.util.ArrayDeque

    List<String> shown = list();
    Litmus.inTurn(
        () -> shown.add("c"), // race: java.util.ArrayList
        () -> Litmus.use("all: " + shown)); // race: java.util.ArrayList

    List<String> printed = list();
    Litmus.inTurn(
        () -> printed.add("c"), // race: java.util.ArrayList
        () -> Litmus.use(String.valueOf(printed.subList(0, 1)))); // race: java.util.ArrayList

    StringBuilder part = new StringBuilder("a");
    StringBuilder whole = new StringBuilder();
    Litmus.inTurn(
        () -> part.append("b"), // race: java.lang.StringBuilder
        () -> whole.append(part)); // race: java.lang.StringBuilder

    StringBuilder built = new StringBuilder("a");
    Litmus.inTurn(
        () -> built.append("b"), // race: java.lang.StringBuilder
        () -> Litmus.use(new String(built))); // race: java.lang.StringBuilder

    EnumSet<Day> days = EnumSet.of(Day.MON);
    Litmus.inTurn(
        () -> days.add(Day.TUE), // race: java.util.EnumSet
        () -> Litmus.use(EnumSet.copyOf(days))); // race: java.util.EnumSet

    BitSet bits = new BitSet();
    BitSet mask = new BitSet();
    Litmus.inTurn(
        () -> mask.set(1), // race: java.util.BitSet
        () -> bits.or(mask)); // race: java.util.BitSet

    Date date = new Date();
    DateFormat format = new SimpleDateFormat("yyyy");
    Litmus.inTurn(
        () -> date.setTime(0), // race: java.util.Date
        () -> format.format(date)); // race: java.util.Date

    ByteBuffer read = ByteBuffer.allocate(8);
    ByteBuffer sink = ByteBuffer.allocate(8);
    Litmus.inTurn(
        () -> sink.put(read), // race: java.nio.ByteBuffer
        () -> read.remaining()); // race: java.nio.ByteBuffer

    List<String> removed = list();
    List<String> kept = list();
    Litmus.inTurn(
        () -> removed.add("c"), // race: java.util.ArrayList
        () -> kept.removeAll(removed)); // race: java.util.ArrayList

    Map<String, Integer> wanted = new HashMap<>(Map.of("a", 1));
    Set<String> names = new HashSet<>(Set.of("a", "b"));
    Litmus.inTurn(
        () -> wanted.put("b", 2), // race: java.util.HashMap
        () -> names.retainAll(wanted.keySet())); // race: java.util.HashMap

    List<String> compared = list();
    List<String> equal = list();
    Litmus.inTurn(
        () -> compared.add("c"), // race: java.util.ArrayList
        () -> equal.equals(compared)); // race: java.util.ArrayList
  }
}
