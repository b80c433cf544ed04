import java.util.*;
import java.util.stream.*;

/** Collections reached through views, iterators, wrappers and streams. */
public class ViewRaces {
  static class Cache extends LinkedHashMap<String, String> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      return size() > 2;
    }
  }

  static class Counted extends ArrayList<String> {
    int added;

    @Override
    public boolean add(String s) {
      return super.add(s); // race: ViewRaces$Counted
    }
  }

  public static void main(String[] args) throws Exception {
    Map<String, Integer> map = new TreeMap<>();
    Litmus.inTurn(
        () -> map.put("a", 1), // race: java.util.TreeMap
        () -> map.keySet().size()); // race: java.util.TreeMap

    List<String> list = new ArrayList<>(List.of("a", "b", "c"));
    Litmus.inTurn(
        () -> list.subList(0, 1).clear(), // race: java.util.ArrayList
        () -> {
          for (String s : list) { // race: java.util.ArrayList
            Litmus.use(s);
          }
        });

    List<String> iterated = new ArrayList<>(List.of("a"));
    Litmus.inTurn(
        () -> {
          Iterator<String> it = iterated.iterator();
          it.next();
          it.remove(); // race: java.util.ArrayList
        },
        () -> iterated.contains("b")); // race: java.util.ArrayList

    Map<String, Integer> inner = new HashMap<>(Map.of("a", 1));
    Map<String, Integer> readOnly = Collections.unmodifiableMap(inner);
    Litmus.inTurn(
        () -> inner.put("b", 2), // race: java.util.HashMap
        () -> readOnly.get("b")); // race: java.util.HashMap

    List<String> locked = Collections.synchronizedList(new ArrayList<>());
    Litmus.inTurn(
        () -> locked.add("a"), // race: java.util.ArrayList
        () -> {
          for (String s : Litmus.made(() -> locked)) { // race: java.util.ArrayList
            Litmus.use(s);
          }
        });

    Map<String, Integer> behind = new HashMap<>();
    Map<String, Integer> guarded = Collections.synchronizedMap(behind);
    Litmus.inTurn(
        () -> guarded.put("a", 1), // race: java.util.HashMap
        () -> behind.get("a")); // race: java.util.HashMap

    List<Integer> source = new ArrayList<>(List.of(1, 2));
    Litmus.inTurn(
        () -> source.add(3), // race: java.util.ArrayList
        () -> source.stream().filter(i -> i > 1).map(i -> i + 1).count()); // race: java.util.ArrayList

    Set<Integer> lots = new HashSet<>(List.of(1, 2));
    Litmus.inTurn(
        () -> lots.remove(1), // race: java.util.HashSet
        () -> lots.parallelStream().mapToInt(i -> i).sum()); // race: java.util.HashSet

    Cache cache = new Cache();
    Litmus.inTurn(
        () -> cache.put("a", "b"), // race: ViewRaces$Cache
        () -> cache.get("a")); // race: ViewRaces$Cache

    List<String> counted = new Counted();
    Litmus.inTurn(
        () -> counted.add("a"),
        () -> counted.size()); // race: ViewRaces$Counted
  }
}
