package dev.prescient.profiler.race;

import dev.prescient.profiler.report.Frame;
import dev.prescient.profiler.report.Rule;
import dev.prescient.profiler.report.SarifFile;
import dev.prescient.profiler.report.SarifResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A race report as a SARIF result. */
public final class RaceSarif {
  private RaceSarif() {}

  /** The result: it lies at the read if there is one, else at the later write. */
  public static SarifResult of(RaceReport r) {
    boolean firstIsTheRead = !r.first().write() && r.second().write();
    Access here = firstIsTheRead ? r.first() : r.second();
    Access other = firstIsTheRead ? r.second() : r.first();
    String message =
        "Data race on "
            + SarifFile.escaped(r.variable())
            + ": this "
            + op(here)
            + " by "
            + SarifFile.escaped(RaceText.thread(here.thread(), here.threadName()))
            + " and the ["
            + op(other)
            + "](1) by "
            + SarifFile.escaped(RaceText.thread(other.thread(), other.threadName()))
            + " are not ordered"
            + (r.count() > 1 ? " (seen " + String.format("%,d", r.count()) + " times)." : ".");
    return new SarifResult(
        Rule.PM0001,
        false,
        message,
        place(here),
        related(r, other),
        List.of(step("First: ", r.first()), step("Unordered with it: ", r.second())),
        stacks(r),
        r.fingerprint(),
        r.suppressed()
            ? Optional.of(
                new SarifResult.Suppression(r.excuse().startsWith("@BenignRace"), r.excuse()))
            : Optional.empty(),
        r.known());
  }

  private static String op(Access a) {
    return a.write() ? "write" : "read";
  }

  /** Where an access lies; its class is known even if its stack is not. */
  public static Frame place(Access a) {
    return Frame.parse(a.method() + "(" + a.site() + ")");
  }

  private static SarifResult.Step step(String text, Access a) {
    return new SarifResult.Step("T" + a.thread(), text + described(a), place(a));
  }

  private static String described(Access a) {
    return op(a)
        + " by "
        + RaceText.thread(a.thread(), a.threadName())
        + (a.kept() == Access.Kept.NOTHING
            ? ""
            : ", holding " + (a.locks().isEmpty() ? "nothing" : String.join(", ", a.locks())));
  }

  private static List<SarifResult.Related> related(RaceReport r, Access other) {
    List<SarifResult.Related> related = new ArrayList<>();
    related.add(new SarifResult.Related(described(other), place(other)));
    for (RaceReport.ThreadStart t : r.threads()) {
      if (!t.stack().isEmpty()) {
        related.add(new SarifResult.Related(started(t), Frame.parse(t.stack().get(0))));
      }
    }
    if (r.object() != null && !r.object().allocation().isEmpty()) {
      related.add(
          new SarifResult.Related(
              r.object().name() + " is allocated", Frame.parse(r.object().allocation().get(0))));
    }
    return related;
  }

  private static String started(RaceReport.ThreadStart t) {
    return "Thread " + RaceText.thread(t.thread(), t.name()) + " is created by T" + t.startedBy();
  }

  private static List<SarifResult.Stack> stacks(RaceReport r) {
    List<SarifResult.Stack> stacks = new ArrayList<>();
    for (Access a : List.of(r.first(), r.second())) {
      if (!a.stack().isEmpty()) {
        boolean another = a.kept() == Access.Kept.ANOTHER;
        stacks.add(
            stack(
                described(a) + (another ? " (stack and locks of another access there)" : ""),
                a.stack()));
      }
    }
    for (RaceReport.ThreadStart t : r.threads()) {
      if (!t.stack().isEmpty()) {
        stacks.add(stack(started(t), t.stack()));
      }
    }
    if (r.object() != null && !r.object().allocation().isEmpty()) {
      stacks.add(stack(r.object().name() + " is allocated", r.object().allocation()));
    }
    return stacks;
  }

  private static SarifResult.Stack stack(String text, List<String> frames) {
    return new SarifResult.Stack(text, frames.stream().map(Frame::parse).toList());
  }
}
