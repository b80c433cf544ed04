package dev.prescient.replay;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import dev.prescient.replay.trace.RecordingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Systematic exploration of schedules, one JVM per schedule: the tool's side of {@link
 * ContextBound}. The target follows a prefix and tells in its recording what it chose and could
 * have chosen.
 *
 * <p>State: {@code first}, the header of the first run, whose virtual time and seed all later ones
 * share; {@code unreadable} counts runs without a recording. For one thread.
 */
public final class Explorer {
  /** Told of every run. */
  public interface Observer {
    /** Looks at a run. */
    void ran(TargetRunner.Result run) throws IOException, InterruptedException;
  }

  /**
   * What was explored.
   *
   * @param schedules tried
   * @param bound last bound that was exhausted; -1 if none was, or a run told less than all
   * @param exhausted whether every schedule within the bound asked for was tried
   * @param diverged schedules whose run did not follow them, or not to its end
   */
  public record Explored(long schedules, int bound, boolean exhausted, long diverged) {}

  private final TargetRunner target;
  private final Path input;
  private final Map<AgentOption, String> options;
  private Recording.@Nullable Header first;
  private long unreadable;

  /**
   * An exploration of one program; orders that differ in independent steps only are one.
   *
   * @param input folder with the races to weave for; prefixes are written there
   * @param options given to every run beside those of the exploration itself
   */
  public Explorer(TargetRunner target, Path input, Map<AgentOption, String> options) {
    this.target = target;
    this.input = input;
    this.options = options.isEmpty() ? Map.of() : new EnumMap<>(options);
  }

  /**
   * Tries schedules by number of preemptions, fewest first.
   *
   * @param preemptions highest bound
   * @param most schedules
   * @param stop asked before every run
   */
  public Explored explore(int preemptions, long most, BooleanSupplier stop, Observer observer)
      throws IOException, InterruptedException {
    ContextBound bound = new ContextBound(preemptions, true);
    Path file = Files.createTempFile(input, "prefix", ".pms");
    long schedules = 0;
    long lost = 0;
    boolean exhausted = false;
    try {
      while (schedules < most && !stop.getAsBoolean()) {
        Optional<ContextBound.Prefix> prefix = bound.next();
        if (prefix.isEmpty()) {
          exhausted = true;
          break;
        }
        schedules++;
        TargetRunner.Result result;
        try {
          result = run(prefix.get(), file);
        } catch (IOException e) { // killed before it could write: it tells nothing
          lost++;
          continue;
        }
        if (result.timedOut() || result.outcome().counts().getOrDefault("cut", 0L) > 0) {
          lost++; // what it would have chosen later is not known
        }
        bound.ran(prefix.get(), choices(result));
        observer.ran(result);
      }
    } finally {
      Files.deleteIfExists(file);
    }
    long unknown = bound.diverged() + lost + unreadable;
    return new Explored(
        schedules, unknown == 0 ? bound.exhausted() : -1, exhausted && unknown == 0, unknown);
  }

  private TargetRunner.Result run(ContextBound.Prefix prefix, Path file)
      throws IOException, InterruptedException {
    Map<AgentOption, String> o = new EnumMap<>(AgentOption.class);
    o.putAll(options);
    o.put(AgentOption.MODE, "explore");
    o.put(AgentOption.RUN, input.toString());
    Recording.Header header = first;
    if (header == null) {
      o.put(AgentOption.STRATEGY, "rr");
    } else {
      o.put(AgentOption.STRATEGY, "prefix");
      o.put(AgentOption.SCHEDULE, file.toString());
      write(header, prefix.choices(), file);
    }
    return target.run(o);
  }

  private static void write(Recording.Header header, List<Recording.Choice> choices, Path file)
      throws IOException {
    try (RecordingWriter out = new RecordingWriter(file, header)) {
      choices.forEach(out::choice);
    }
  }

  /**
   * Every decision of a run; none if it left no readable recording, such as one that was killed.
   */
  private List<Recording.Choice> choices(TargetRunner.Result result) {
    try {
      Recording recording = RecordingReader.read(result.folder().resolve(Recording.NAME));
      if (first == null) {
        first = recording.header();
      }
      return recording.choices();
    } catch (IOException e) {
      unreadable++;
      return List.of();
    }
  }
}
