package dev.prescient.profiler.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a run's counts mean for a reader of its race report. */
public final class RaceNotes {
  private record Note(String count, String one, String many) {}

  private static final List<Note> NOTES =
      List.of(
          new Note(
              "racesBeyondMaxReports",
              "1 more race was found and not reported: raise max-reports.",
              "%,d more races were found and not reported: raise max-reports."),
          new Note(
              "racesUntold",
              "1 race was seen after too many different ones: it is not reported.",
              "%,d races were seen after too many different ones: they are not reported."),
          new Note(
              "racesOfReclaiming",
              "1 access of a finalizer or cleaning action was taken for the last one to its object:"
                  + " a race with it is not reported.",
              "%,d accesses of finalizers or cleaning actions were taken for the last ones to their"
                  + " objects: races with them are not reported."),
          new Note(
              "classesSkipped",
              "1 class was left as it is: races in it are not seen (pm.log says why).",
              "%,d classes were left as they are: races in them are not seen (pm.log says why)."),
          new Note(
              "methodsUnchecked",
              "1 method would be too large with checks: races in it are not seen (pm.log says which).",
              "%,d methods would be too large with checks: races in them are not seen (pm.log says"
                  + " which)."),
          new Note(
              "methodsUnwoven",
              "1 method would be too large with hooks and was left as it is: races in it are not seen,"
                  + " and what it orders by locks or volatile variables may be reported falsely (pm.log"
                  + " says which).",
              "%,d methods would be too large with hooks and were left as they are: races in them are"
                  + " not seen, and what they order by locks or volatile variables may be reported"
                  + " falsely (pm.log says which)."),
          new Note(
              "checksLost",
              "1 check was not made for want of stack or heap: a race may be missed.",
              "%,d checks were not made for want of stack or heap: races may be missed."),
          new Note(
              "detectorFailures",
              "the detector broke and was off from then on (standard error says why).",
              "the detector broke %,d times and was off from then on."),
          new Note(
              "fieldsBeyondTable",
              "1 access was left unchecked: the program has too many fields.",
              "%,d accesses were left unchecked: the program has too many fields."),
          new Note(
              "volatilesBeyondTable",
              "1 use of a volatile or static field was left without a hook, as the program has too"
                  + " many fields: what it orders may be reported falsely.",
              "%,d uses of volatile or static fields were left without hooks, as the program has too"
                  + " many fields: what they order may be reported falsely."),
          new Note(
              "secondAgentMissing",
              "classes that were loaded while another was woven were left as they are: what they order"
                  + " may be reported falsely (pm.log says why).",
              "classes that were loaded while another was woven were left as they are (%,d)."),
          new Note(
              "threadIdsForced",
              "1 thread took the number of one that races could still concern: some may be missed.",
              "%,d threads took numbers of others that races could still concern: some may be"
                  + " missed."));

  private RaceNotes() {}

  /** The sentences about what was left out. */
  public static List<String> of(Map<String, Long> counts) {
    List<String> notes = new ArrayList<>();
    for (Note n : NOTES) {
      long count = counts.getOrDefault(n.count, 0L);
      if (count > 0) {
        notes.add(count == 1 ? n.one : String.format(n.many, count));
      }
    }
    return notes;
  }
}
