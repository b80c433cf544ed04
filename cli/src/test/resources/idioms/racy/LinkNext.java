import java.util.concurrent.atomic.AtomicInteger;

/**
 * Segment list whose next pointer is plain, with an atomic index beside it. After
 * https://github.com/netty/netty/issues/4493 (pulsar#10433 saw the NPEs).
 */
public class LinkNext {
  static class Link {
    final String[] e = new String[4];
    final AtomicInteger write = new AtomicInteger();
    Link next;
  }

  public static void main(String[] a) throws Exception {
    for (int i = 0; i < 50; i++) {
      Link head = new Link();
      Runnable w =
          () -> {
            Link t = head;
            for (int k = 0; k < 8; k++) {
              if (t.write.get() == 4) {
                Link n = new Link();
                t.next = n; // race: LinkNext$Link.next
                t = n;
              } // plain link
              int p = t.write.get();
              t.e[p] = "x" + k;
              t.write.lazySet(p + 1);
            }
          };
      Runnable r =
          () -> {
            while (head.write.get() < 4) Thread.onSpinWait();
            Link n;
            long end = System.nanoTime() + 4_000_000_000L;
            do {
              n = head.next; // race: LinkNext$Link.next
            } while (n == null && System.nanoTime() < end);
            if (n == null)
              System.out.println("the linked segment is never seen: its elements are lost");
            int p = n.write.get();
            for (int k = 0; k < p; k++)
              if (n.e[k] == null) System.out.println("null element at " + k);
          };
      Idiom.par(w, r);
    }
  }
}
