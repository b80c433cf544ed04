import java.util.*;
import java.util.concurrent.*;

/** ExecutorService.submit/invokeAll/invokeAny, Future.get, awaitTermination. */
public class ExecutorFutures {
  public static void main(String[] a) throws Exception {
    ExecutorService ex = Executors.newFixedThreadPool(3);
    int[] acc = new int[50];
    List<Callable<Integer>> cs = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int k = i;
      cs.add(
          () -> {
            acc[k] = k;
            return k;
          });
    }
    for (Future<Integer> f : ex.invokeAll(cs)) f.get();
    int s = 0;
    for (int v : acc) s += v;
    Idiom.check(s == 1225, "invokeAll");
    int[] box = {5};
    Future<?> f =
        ex.submit(
            () -> {
              box[0] *= 2;
            });
    f.get();
    box[0]++;
    Idiom.check(box[0] == 11, "submit");
    int[] last = new int[1];
    ex.execute(() -> last[0] = 3);
    ex.shutdown();
    Idiom.check(ex.awaitTermination(5, TimeUnit.SECONDS), "term");
    Idiom.check(last[0] == 3, "await");
    last[0] = 1;
  }
}
