import java.text.*;
import java.util.*;

/** One SimpleDateFormat for all threads. */
public class SharedDateFormat {
  static final DateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd HH:mm");

  static {
    FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
  }

  public static void main(String[] a) throws Exception {
    int[] bad = new int[3];
    Runnable[] r = new Runnable[3];
    for (int id = 0; id < 3; id++) {
      int me = id;
      r[id] =
          () -> {
            for (int i = 0; i < 60; i++) {
              String s = String.format("20%02d-0%d-1%d 10:0%d", 10 + me, 1 + i % 9, i % 9, i % 10);
              try {
                if (!FORMAT.format(FORMAT.parse(s)).equals(s)) bad[me]++; // race: java.text.SimpleDateFormat
              } catch (Exception e) {
                bad[me]++;
              }
            }
          };
    }
    Idiom.par(r);
    int n = bad[0] + bad[1] + bad[2];
    System.out.println("garbled=" + n);
  }
}
