import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Uses an inline mock of a final class from several threads, and has one race of its own. */
public class Mocked {
  static final class Price {
    private final long cents;

    Price(long cents) {
      this.cents = cents;
    }

    long cents() {
      return cents;
    }
  }

  static long hits;

  public static void main(String[] args) throws Exception {
    Price price = mock(Price.class);
    when(price.cents()).thenReturn(7L);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Long> one = pool.submit(() -> sum(price));
    Future<Long> two = pool.submit(() -> sum(price));
    System.out.println(one.get() + two.get() + " " + new Price(5).cents());
    pool.shutdown();
    verify(price, org.mockito.Mockito.times(200)).cents();
    System.out.println("verified");
  }

  private static long sum(Price price) {
    long sum = 0;
    for (int i = 0; i < 100; i++) {
      sum += price.cents();
    }
    hits++;
    return sum;
  }
}
