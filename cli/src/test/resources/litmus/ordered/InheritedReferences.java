import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Stack;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** References to methods that the object's class inherits link and work as without an agent. */
public class InheritedReferences {
  public static void main(String[] args) {
    LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
    BiFunction<String, Integer, Integer> put = map::put;
    put.apply("a", 1);
    Function<LinkedHashMap<String, Integer>, Integer> size = LinkedHashMap::size;
    Stack<Integer> stack = new Stack<>();
    Consumer<Integer> add = stack::addElement;
    add.accept(5);
    List<Integer> list = new ArrayList<>(List.of(3, 1));
    try (Stream<Integer> stream = list.stream()) {
      Runnable close = stream::close;
      close.run();
    }
    if (size.apply(map) != 1 || stack.peek() != 5) {
      System.out.println("WRONG inherited references: " + map + stack);
    }
  }
}
