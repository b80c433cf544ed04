import java.security.*;
import java.util.*;

/** One MessageDigest for all threads. */
public class SharedMessageDigest {
  static final MessageDigest MD;

  static {
    try {
      MD = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] a) throws Exception {
    byte[] in =
        "the same input for everybody, longer than one block of the digest, really"
            .getBytes("UTF-8");
    byte[] want = MessageDigest.getInstance("SHA-256").digest(in);
    int[] bad = new int[2];
    Runnable[] r = new Runnable[2];
    for (int id = 0; id < 2; id++) {
      int me = id;
      r[id] =
          () -> {
            for (int i = 0; i < 500; i++)
              try {
                if (!Arrays.equals(MD.digest(in), want)) bad[me]++; // race: java.security.MessageDigest
              } catch (RuntimeException e) {
                bad[me]++;
              }
          };
    }
    Idiom.par(r);
    System.out.println("wrong digests=" + (bad[0] + bad[1]));
  }
}
