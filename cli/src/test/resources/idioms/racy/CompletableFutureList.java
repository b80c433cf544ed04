import java.util.*;
import java.util.concurrent.*;

/** Call-backs of futures that fill an ArrayList; the reads after join are ordered. */
public class CompletableFutureList {
  static class Gather {
    final List<Integer> results = new ArrayList<>();
    int done;

    void completed(int v) {
      results.add(v); // race: java.util.ArrayList
      done++; // race: CompletableFutureList$Gather.done
    }
  }

  public static void main(String[] a) throws Exception {
    ExecutorService ex = Executors.newFixedThreadPool(3);
    int bad = 0;
    for (int round = 0; round < 50; round++) {
      Gather g = new Gather();
      CompletableFuture<?>[] f = new CompletableFuture<?>[30];
      for (int i = 0; i < f.length; i++) {
        int v = i;
        f[i] = CompletableFuture.supplyAsync(() -> v * v, ex).thenAccept(g::completed);
      }
      try {
        CompletableFuture.allOf(f).join();
        if (g.results.size() != 30 || g.done != 30 || g.results.contains(null)) bad++;
      } catch (CompletionException e) {
        bad++;
      } // reads after join are ordered: only the callbacks race
    }
    ex.shutdown();
    System.out.println("bad rounds=" + bad);
  }
}
