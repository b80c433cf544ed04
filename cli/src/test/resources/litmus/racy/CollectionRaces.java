import java.util.*;

/** JDK collections shared without synchronisation: the state of each is one variable. */
public class CollectionRaces {
  enum Day { MON, TUE }

  public static void main(String[] args) throws Exception {
    Map<String, Integer> hash = new HashMap<>();
    Litmus.inTurn(
        () -> hash.put("a", 1), // race: java.util.HashMap
        () -> hash.get("a")); // race: java.util.HashMap

    Map<String, Integer> linked = new LinkedHashMap<>(16, 0.75f, true);
    linked.put("a", 1);
    Litmus.inTurn(
        () -> linked.get("a"), // race: java.util.LinkedHashMap
        () -> linked.get("a")); // race: java.util.LinkedHashMap

    NavigableMap<String, Integer> tree = new TreeMap<>();
    Litmus.inTurn(
        () -> tree.floorEntry("a"), // race: java.util.TreeMap
        () -> tree.merge("a", 1, Integer::sum)); // race: java.util.TreeMap

    Map<Object, Integer> identity = new IdentityHashMap<>();
    Litmus.inTurn(
        () -> identity.put("a", 1), // race: java.util.IdentityHashMap
        () -> identity.size()); // race: java.util.IdentityHashMap

    Map<Object, Integer> weak = new WeakHashMap<>();
    Litmus.inTurn(
        () -> weak.put("a", 1), // race: java.util.WeakHashMap
        () -> weak.containsKey("b")); // race: java.util.WeakHashMap

    Map<Day, Integer> byDay = new EnumMap<>(Day.class);
    Litmus.inTurn(
        () -> byDay.put(Day.MON, 1), // race: java.util.EnumMap
        () -> byDay.get(Day.MON)); // race: java.util.EnumMap

    Set<Day> days = EnumSet.noneOf(Day.class);
    Litmus.inTurn(
        () -> days.add(Day.MON), // race: java.util.EnumSet
        () -> days.contains(Day.MON)); // race: java.util.EnumSet

    Set<String> set = new HashSet<>();
    Litmus.inTurn(
        () -> set.add("a"), // race: java.util.HashSet
        () -> set.add("b")); // race: java.util.HashSet

    SortedSet<String> sorted = new TreeSet<>();
    Litmus.inTurn(
        () -> sorted.add("a"), // race: java.util.TreeSet
        () -> sorted.first()); // race: java.util.TreeSet

    List<String> list = new ArrayList<>();
    Litmus.inTurn(
        () -> list.add("a"), // race: java.util.ArrayList
        () -> list.size()); // race: java.util.ArrayList

    LinkedList<String> chain = new LinkedList<>();
    Litmus.inTurn(
        () -> chain.addLast("a"), // race: java.util.LinkedList
        () -> chain.peekFirst()); // race: java.util.LinkedList

    Deque<String> deque = new ArrayDeque<>();
    deque.push("a");
    Litmus.inTurn(
        () -> deque.poll(), // race: java.util.ArrayDeque
        () -> deque.poll()); // race: java.util.ArrayDeque

    Queue<String> queue = new PriorityQueue<>();
    Litmus.inTurn(
        () -> queue.add("a"), // race: java.util.PriorityQueue
        () -> queue.peek()); // race: java.util.PriorityQueue

    BitSet bits = new BitSet();
    Litmus.inTurn(
        () -> bits.set(3), // race: java.util.BitSet
        () -> bits.get(3)); // race: java.util.BitSet

    Map<String, Integer> lazy = new HashMap<>();
    Litmus.inTurn(
        () -> lazy.computeIfAbsent("a", k -> 1), // race: java.util.HashMap
        () -> lazy.computeIfAbsent("a", k -> 2)); // race: java.util.HashMap
  }
}
