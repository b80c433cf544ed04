import dev.prescient.api.Choose;
import java.util.function.IntUnaryOperator;

/** Choices of its own; one combination of them fails. */
public class Choosing {
  public static void main(String[] args) throws Exception {
    int parts = Choose.of(3);
    boolean lost = Choose.either();
    IntUnaryOperator byReference = Choose::of;
    int last = byReference.applyAsInt(2);
    Thread t = new Thread(() -> System.out.println("chose " + parts + " " + lost + " " + last));
    t.start();
    t.join();
    assert parts != 2 || !lost || last != 1 : "all at once";
  }
}
