import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.text.*;
import java.util.*;
import java.util.regex.*;
import java.util.zip.CRC32;

/** JDK objects other than collections that are not thread-safe. */
public class StatefulObjectRaces {
  static StringBuilder shared = new StringBuilder();

  public static void main(String[] args) throws Exception {
    StringBuilder builder = new StringBuilder();
    Litmus.inTurn(
        () -> builder.append("a"), // race: java.lang.StringBuilder
        () -> builder.length()); // race: java.lang.StringBuilder

    Litmus.inTurn(
        () -> {
          StringBuilder own = new StringBuilder();
          own.append("a").append(shared.append("b")); // race: java.lang.StringBuilder
        },
        () -> shared.setLength(0)); // race: java.lang.StringBuilder

    DateFormat format = new SimpleDateFormat("yyyy");
    Date date = new Date(0);
    Litmus.inTurn(
        () -> format.format(date), // race: java.text.SimpleDateFormat
        () -> format.format(date)); // race: java.text.SimpleDateFormat

    NumberFormat numbers = NumberFormat.getInstance(Locale.ROOT);
    Litmus.inTurn(
        () -> numbers.format(1.5), // race: java.text.DecimalFormat
        () -> numbers.parse("2")); // race: java.text.DecimalFormat

    Calendar calendar = Calendar.getInstance();
    Litmus.inTurn(
        () -> calendar.set(Calendar.YEAR, 2000), // race: java.util.GregorianCalendar
        () -> calendar.get(Calendar.YEAR)); // race: java.util.GregorianCalendar

    Calendar pending = new GregorianCalendar(2000, 1, 1);
    pending.set(Calendar.MONTH, 3);
    Litmus.inTurn(
        () -> pending.get(Calendar.YEAR), // race: java.util.GregorianCalendar
        () -> pending.get(Calendar.YEAR)); // race: java.util.GregorianCalendar

    Litmus.inTurn(
        () -> date.setTime(1), // race: java.util.Date
        () -> date.getTime()); // race: java.util.Date

    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Litmus.inTurn(
        () -> digest.update(new byte[1]), // race: java.security.MessageDigest
        () -> digest.digest()); // race: java.security.MessageDigest

    Matcher matcher = Pattern.compile("a").matcher("banana");
    Litmus.inTurn(
        () -> matcher.find(), // race: java.util.regex.Matcher
        () -> matcher.reset()); // race: java.util.regex.Matcher

    Scanner scanner = new Scanner("a b c");
    Litmus.inTurn(
        () -> scanner.next(), // race: java.util.Scanner
        () -> scanner.next()); // race: java.util.Scanner

    ByteBuffer buffer = ByteBuffer.allocate(8);
    Litmus.inTurn(
        () -> buffer.putInt(1), // race: java.nio.ByteBuffer
        () -> buffer.remaining()); // race: java.nio.ByteBuffer

    SplittableRandom random = new SplittableRandom(1);
    Litmus.inTurn(
        () -> random.nextInt(), // race: java.util.SplittableRandom
        () -> random.nextInt()); // race: java.util.SplittableRandom

    CRC32 crc = new CRC32();
    Litmus.inTurn(
        () -> crc.update(1), // race: java.util.zip.CRC32
        () -> crc.getValue()); // race: java.util.zip.CRC32

    LongSummaryStatistics statistics = new LongSummaryStatistics();
    Litmus.inTurn(
        () -> statistics.accept(1), // race: java.util.LongSummaryStatistics
        () -> statistics.getMax()); // race: java.util.LongSummaryStatistics

    StringJoiner joiner = new StringJoiner(",");
    Litmus.inTurn(
        () -> joiner.add("a"), // race: java.util.StringJoiner
        () -> joiner.toString()); // race: java.util.StringJoiner
  }
}
