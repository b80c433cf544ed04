import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Arrays;

/** From a signed jar, with a security provider of its own in use by several threads. */
public class Signed {
  static final class Own extends Provider {
    private static final long serialVersionUID = 1;

    Own() {
      super("Own", "1", "digests and numbers of our own");
      put("MessageDigest.SUM", Sum.class.getName());
      put("SecureRandom.COUNT", Count.class.getName());
    }
  }

  public static final class Sum extends MessageDigestSpi {
    private int sum;

    @Override
    protected void engineUpdate(byte b) {
      sum = sum * 31 + b;
    }

    @Override
    protected void engineUpdate(byte[] bytes, int from, int length) {
      for (int i = from; i < from + length; i++) {
        engineUpdate(bytes[i]);
      }
    }

    @Override
    protected byte[] engineDigest() {
      byte[] digest = {(byte) sum, (byte) (sum >> 8), (byte) (sum >> 16)};
      engineReset();
      return digest;
    }

    @Override
    protected void engineReset() {
      sum = 0;
    }
  }

  public static final class Count extends SecureRandomSpi {
    private static final long serialVersionUID = 1;
    private byte next;

    @Override
    protected void engineSetSeed(byte[] seed) {
      next = seed[0];
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = next++;
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int n) {
      return new byte[n];
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(Signed.class.getProtectionDomain().getCodeSource().getCertificates().length);
    System.out.println(Sum.class.getSigners().length + " " + Signed.class.getPackage().isSealed());
    System.out.println(Security.insertProviderAt(new Own(), 1) + " " + Security.getProviders()[0]);
    SecureRandom numbers = SecureRandom.getInstance("COUNT");
    String[] found = new String[3];
    Thread[] threads = new Thread[found.length];
    for (int i = 0; i < threads.length; i++) {
      int k = i;
      threads[i] =
          new Thread(
              () -> {
                try {
                  MessageDigest digest = MessageDigest.getInstance("SUM");
                  digest.update("signed".getBytes(StandardCharsets.UTF_8));
                  found[k] = Arrays.toString(digest.digest()) + digest.getProvider().getName();
                  byte[] more = new byte[4];
                  numbers.nextBytes(more);
                  found[k] += more[3] - more[0];
                  found[k] += MessageDigest.getInstance("SHA-256").digest(more).length;
                } catch (Exception e) {
                  found[k] = e.toString();
                }
              });
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(Arrays.toString(found));
  }
}
