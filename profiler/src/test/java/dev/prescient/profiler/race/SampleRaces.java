package dev.prescient.profiler.race;

import java.util.List;

/** Races for tests of reports. */
final class SampleRaces {
  static final Access READ =
      new Access(
          false,
          "Cache.java:52",
          "0000000000000001",
          "com.acme.Cache.get",
          "0",
          "main",
          "9@T0",
          Access.Kept.THIS,
          List.of("com.acme.Cache.get(Cache.java:52)", "com.acme.Main.main(Main.java:7)"),
          List.of(),
          List.of());
  static final Access WRITE =
      new Access(
          true,
          "Cache.java:41",
          "0000000000000002",
          "com.acme.Cache.lambda$put$1",
          "0.1",
          "loader\u001b[31m",
          "14@T0.1",
          Access.Kept.ANOTHER,
          List.of(
              "com.acme.Cache.lambda$put$1(Cache.java:41)",
              "com.acme.Loader.run(Loader.java:12)",
              "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)",
              "java.lang.Thread.run(Thread.java:840)"),
          List.of(),
          List.of("java.lang.Object#1", "com.acme.Cache#2"));
  static final Access LOST =
      new Access(
          true,
          "Cache.java:41",
          "0000000000000002",
          "com.acme.Cache.put",
          "~Finalizer",
          "",
          "14@T~Finalizer",
          Access.Kept.NOTHING,
          List.of(),
          List.of(),
          List.of());
  static final RaceReport FIELD =
      new RaceReport(
          "R1",
          "com.acme.Cache.size",
          RaceReport.Kind.FIELD,
          "com/acme/Cache.size:I",
          "int",
          1234,
          WRITE,
          READ,
          new RaceReport.RacyObject(
              "com.acme.Cache#1", -1, "0", List.of("com.acme.Main.main(Main.java:3)")),
          List.of(
              new RaceReport.ThreadStart(
                  "0.1", "loader", "0", List.of("com.acme.Main.main(Main.java:5)"))),
          "",
          false);
  static final RaceReport ARRAY =
      new RaceReport(
          "R2",
          "long[]",
          RaceReport.Kind.ARRAY,
          "[J",
          "long",
          1,
          LOST,
          READ,
          new RaceReport.RacyObject("long[8]#1", 3, "", List.of()),
          List.of(new RaceReport.ThreadStart("0.2", "other", "0", List.of())),
          "",
          false);

  private SampleRaces() {}
}
