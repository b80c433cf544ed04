/** Philosophers that take their forks in order. */
public class Philosophers {
  public static void main(String[] a) throws Exception {
    int n = 4;
    int[] eaten = new int[n];
    int[] uses = new int[n];
    Object[] fork = new Object[n];
    Runnable[] all = new Runnable[n];
    for (int i = 0; i < n; i++) {
      int me = i;
      int low = Math.min(me, (me + 1) % n);
      int high = Math.max(me, (me + 1) % n);
      fork[i] = new Object();
      all[i] =
          () -> {
            for (int k = 0; k < 500; k++)
              synchronized (fork[low]) {
                synchronized (fork[high]) {
                  uses[low]++;
                  uses[high]++;
                  eaten[me]++;
                }
              }
          };
    }
    Idiom.par(all);
    for (int i = 0; i < n; i++) Idiom.check(eaten[i] == 500 && uses[i] == 1000, "meals");
  }
}
