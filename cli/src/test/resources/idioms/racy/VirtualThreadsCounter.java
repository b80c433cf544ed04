// needs JDK 21
import java.util.concurrent.*;

/** Virtual threads that count in a plain field. */
public class VirtualThreadsCounter {
  static int counter;

  public static void main(String[] a) throws Exception {
    try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int t = 0; t < 200; t++)
        ex.submit(
            () -> {
              for (int i = 0; i < 1000; i++) counter++; // race: VirtualThreadsCounter.counter
            });
    }
    System.out.println("counter=" + counter);
  }
}
