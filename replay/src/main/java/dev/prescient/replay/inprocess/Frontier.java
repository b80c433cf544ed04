package dev.prescient.replay.inprocess;

import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.TraceFormatException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far an exploration is: what the next JVM needs when one cannot go on. The file lies in the
 * folder of the races that all its JVMs are given.
 *
 * @param tried schedules of any kind
 * @param random random ones among them
 * @param diverged systematic ones of which not all is known
 * @param bound systematic ones to come
 */
public record Frontier(long tried, long random, long diverged, ContextBound bound) {
  private static final String NAME = "frontier.bin";
  private static final long MAGIC = 0x504d46524f4e5431L; // PMFRONT1
  private static final int MOST = 1 << 24;

  private static final int WAITER = 1;
  private static final int PREEMPTIVE = 2;
  private static final int YIELDS = 4;
  private static final int CONTINUES = 8;
  private static final int VALUE = 16;
  private static final int READ = 32;

  /**
   * What an earlier JVM left in a folder; the beginning if there was none.
   *
   * @param preemptions highest bound
   * @throws TraceFormatException if the file is damaged
   */
  public static Frontier read(Path folder, int preemptions) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return new Frontier(0, 0, 0, new ContextBound(preemptions, true));
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readLong() != MAGIC) {
        throw new TraceFormatException(file + " is not how far an exploration is.");
      }
      long tried = in.readLong();
      long random = in.readLong();
      long diverged = in.readLong();
      List<String> threads = new ArrayList<>();
      int count = count(in, MOST);
      for (int i = 0; i < count; i++) {
        threads.add(in.readUTF());
      }
      List<ContextBound.Prefix> left = new ArrayList<>();
      count = count(in, MOST);
      for (int i = 0; i < count; i++) {
        left.add(prefix(in, threads));
      }
      return new Frontier(tried, random, diverged, new ContextBound(preemptions, left, true));
    } catch (EOFException e) {
      throw new TraceFormatException(file + " ends too early.");
    }
  }

  /** The next exploration begins anew. */
  public static void forget(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME));
  }

  private static int count(DataInputStream in, int most) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most) {
      throw new TraceFormatException("found " + count + ", expected 0.." + most + ".");
    }
    return count;
  }

  private static ContextBound.Prefix prefix(DataInputStream in, List<String> threads)
      throws IOException {
    int price = count(in, MOST);
    int length = count(in, MOST);
    List<Recording.Choice> choices = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      int flags = in.readByte();
      String thread = threads.get(count(in, threads.size() - 1));
      int n = count(in, Integer.MAX_VALUE);
      String chosen = threads.get(count(in, threads.size() - 1));
      choices.add(
          new Recording.Choice(
              kind(flags),
              thread,
              n,
              chosen,
              (flags & PREEMPTIVE) != 0,
              (flags & YIELDS) != 0,
              (flags & CONTINUES) != 0,
              List.of(),
              0,
              ""));
    }
    return new ContextBound.Prefix(choices, length, null, price);
  }

  private static Recording.Kind kind(int flags) {
    return (flags & READ) != 0
        ? Recording.Kind.READ
        : (flags & VALUE) != 0
            ? Recording.Kind.VALUE
            : (flags & WAITER) != 0 ? Recording.Kind.WAITER : Recording.Kind.THREAD;
  }

  /** Leaves the file, whole or not at all. */
  public void write(Path folder) throws IOException {
    Path part = folder.resolve(NAME + ".part");
    List<ContextBound.Prefix> left = bound.waiting();
    Map<String, Integer> threads = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (ContextBound.Prefix p : left) {
      for (Recording.Choice c : p.choices()) {
        for (String name : new String[] {c.thread(), c.chosen()}) {
          if (threads.putIfAbsent(name, threads.size()) == null) {
            names.add(name);
          }
        }
      }
    }
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part)))) {
      out.writeLong(MAGIC);
      out.writeLong(tried);
      out.writeLong(random);
      out.writeLong(diverged);
      out.writeInt(names.size());
      for (String name : names) {
        out.writeUTF(name);
      }
      out.writeInt(left.size());
      for (ContextBound.Prefix p : left) {
        write(out, p, threads);
      }
    }
    Files.move(part, folder.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(
      DataOutputStream out, ContextBound.Prefix p, Map<String, Integer> threads)
      throws IOException {
    List<Recording.Choice> choices = p.choices();
    out.writeInt(p.price());
    out.writeInt(choices.size());
    for (Recording.Choice c : choices) {
      out.writeByte(
          (c.kind() == Recording.Kind.WAITER ? WAITER : 0)
              | (c.kind() == Recording.Kind.VALUE ? VALUE : 0)
              | (c.kind() == Recording.Kind.READ ? READ : 0)
              | (c.preemptive() ? PREEMPTIVE : 0)
              | (c.yields() ? YIELDS : 0)
              | (c.continues() ? CONTINUES : 0));
      out.writeInt(threads.getOrDefault(c.thread(), 0));
      out.writeInt(c.n());
      out.writeInt(threads.getOrDefault(c.chosen(), 0));
    }
  }
}
