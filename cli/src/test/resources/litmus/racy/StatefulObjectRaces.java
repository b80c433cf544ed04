import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.security.MessageDigest;
import java.text.*;
import java.util.*;
import java.util.regex.*;
import java.util.zip.CRC32;
import javax.xml.parsers.*;

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

    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    Litmus.inTurn(
        () -> encoder.encode(CharBuffer.wrap("a")), // race: java.nio.charset.CharsetEncoder
        () -> encoder.reset()); // race: java.nio.charset.CharsetEncoder

    BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
    words.setText("a b c");
    Litmus.inTurn(
        () -> words.next(), // race: java.text.BreakIterator
        () -> words.current()); // race: java.text.BreakIterator

    ParsePosition position = new ParsePosition(0);
    Litmus.inTurn(
        () -> position.setIndex(1), // race: java.text.ParsePosition
        () -> position.getIndex()); // race: java.text.ParsePosition

    CharacterIterator characters = new StringCharacterIterator("abc");
    Litmus.inTurn(
        () -> characters.next(), // race: java.text.StringCharacterIterator
        () -> characters.current()); // race: java.text.StringCharacterIterator

    DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
    Litmus.inTurn(
        () -> symbols.setMinusSign('~'), // race: java.text.DecimalFormatSymbols
        () -> symbols.getMinusSign()); // race: java.text.DecimalFormatSymbols

    DataOutputStream data = new DataOutputStream(new ByteArrayOutputStream());
    Litmus.inTurn(
        () -> data.writeInt(1), // race: java.io.DataOutputStream
        () -> data.size()); // race: java.io.DataOutputStream

    ObjectOutput objects = new ObjectOutputStream(new ByteArrayOutputStream());
    Litmus.inTurn(
        () -> objects.writeInt(1), // race: java.io.ObjectOutputStream
        () -> objects.writeInt(2)); // race: java.io.ObjectOutputStream

    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    Litmus.inTurn(
        () -> parser.parse(xml()), // race: javax.xml.parsers.DocumentBuilder
        () -> parser.reset()); // race: javax.xml.parsers.DocumentBuilder

    Formatter formatter = new Formatter();
    Litmus.inTurn(
        () -> formatter.format("a"), // race: java.util.Formatter
        () -> Litmus.use(formatter.toString())); // race: java.util.Formatter
  }

  private static InputStream xml() {
    return new ByteArrayInputStream("<a/>".getBytes(StandardCharsets.UTF_8));
  }
}
