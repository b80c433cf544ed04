import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

/** Methods of JDK objects called through method references. */
public class ReferenceRaces {
  public static void main(String[] args) throws Exception {
    List<Integer> list = new ArrayList<>();
    Consumer<Integer> add = list::add; // race: java.util.ArrayList
    Litmus.inTurn(
        () -> add.accept(1),
        () -> list.size()); // race: java.util.ArrayList

    Map<String, Integer> map = new HashMap<>();
    BiFunction<Map<String, Integer>, String, Integer> get = Map::get; // race: java.util.HashMap
    Litmus.inTurn(
        () -> map.put("a", 1), // race: java.util.HashMap
        () -> get.apply(map, "a"));

    List<Integer> collected = new ArrayList<>();
    Litmus.inTurn(
        () -> Stream.of(1, 2).forEach(collected::add), // race: java.util.ArrayList
        () -> CompletableFuture.supplyAsync(() -> 3).thenAccept(collected::add).join()); // race: java.util.ArrayList

    StringBuilder text = new StringBuilder();
    IntSupplier length = text::length; // race: java.lang.StringBuilder
    Litmus.inTurn(
        () -> text.append(1), // race: java.lang.StringBuilder
        () -> length.getAsInt());
  }
}
