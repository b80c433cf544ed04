import java.util.*;
import java.util.stream.*;

/** A parallel stream that fills an ArrayList. */
public class ParallelStreamList {
  public static void main(String[] a) {
    String out;
    try {
      List<String> values = new ArrayList<>();
      IntStream.range(0, 50000).parallel().forEach(i -> values.add("v" + i)); // race: java.util.ArrayList
      long nulls = values.stream().filter(Objects::isNull).count();
      out = "size=" + values.size() + " nulls=" + nulls;
    } catch (RuntimeException e) {
      out = "failed: " + e; // what the race may do
    }
    System.out.println(out);
  }
}
