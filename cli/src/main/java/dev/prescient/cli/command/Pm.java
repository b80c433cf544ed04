package dev.prescient.cli.command;

import dev.prescient.cli.report.Console;
import dev.prescient.cli.target.Durations;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.replay.trace.TraceFormatException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code pm}: its verbs, and how errors become one line and a status. */
@Command(
    name = "pm",
    description =
        "Finds the data races that matter: a failing run in which a racy load returned a value from"
            + " the future or the past, explained.",
    synopsisHeading = "Usage: ",
    customSynopsis = "pm <verb> [options] -- <java arguments>",
    subcommands = {
      HuntCommand.class,
      RaceCommand.class,
      ProfileCommand.class,
      RecordCommand.class,
      ReplayCommand.class,
      ExploreCommand.class,
      ExplainCommand.class,
      ReportCommand.class,
      SuppressCommand.class,
      DoctorCommand.class,
    },
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit codes of every verb:%n",
    exitCodeList = {
      " 0:nothing found; explain: certified",
      " 1:an expectation failed: not reproduced, diverged",
      " 2:bad usage or configuration",
      "65:unreadable or foreign recording",
      "66:unsuppressed findings (--exitcode N)",
      "69:the program did not start or timed out",
      "70:internal error"
    },
    footer = {
      "",
      "A program is given as for java; a single .java file is compiled first. @file reads options",
      "from a file. Try: pm hunt examples/FutureLoad.java"
    })
public final class Pm {
  /** Runs a command line and answers its status. */
  public static int execute(String... args) {
    CommandLine line = new CommandLine(new Pm());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(
        Duration.class,
        text ->
            Durations.parse(text)
                .orElseThrow(
                    () ->
                        new CommandLine.TypeConversionException(
                            "'" + text + "' is not a time such as 500ms, 30s, 5m or 1h")));
    line.setParameterExceptionHandler(Pm::badUsage);
    line.setExecutionExceptionHandler(Pm::failed);
    return line.execute(escaped(args));
  }

  /** Argument files are ours before {@code --} and java's after it. */
  private static String[] escaped(String[] args) {
    List<String> escaped = new ArrayList<>();
    boolean program = false;
    for (String a : args) {
      escaped.add(program && a.startsWith("@") ? "@" + a : a);
      program |= a.equals("--");
    }
    return escaped.toArray(new String[0]);
  }

  private static int badUsage(CommandLine.ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    List<String> known = new ArrayList<>();
    line.getCommandSpec().options().forEach(o -> known.add(o.longestName()));
    String verbs = String.join(", ", line.getSubcommands().keySet());
    System.err.println("pm: " + e.getMessage() + ".");
    System.err.println(
        verbs.isEmpty()
            ? "pm: options of "
                + line.getCommandName()
                + ": "
                + String.join(", ", known)
                + ". Java's arguments go after --."
            : "pm: verbs: " + verbs + ". See pm --help.");
    return ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult result) {
    Console console =
        new Console(System.err, false, false, Console.Progress.NONE, Console.Color.NEVER);
    if (e instanceof PmException p) {
      console.say(String.valueOf(p.getMessage()));
      return p.exitCode();
    }
    if (e instanceof JsonFormatException || e instanceof TraceFormatException) {
      console.say(String.valueOf(e.getMessage()));
      return ExitCode.BAD_RECORDING;
    }
    if (e instanceof IOException) {
      console.say("cannot go on: " + e);
      return ExitCode.INTERNAL;
    }
    console.say("internal error; please report it with pm --version and this trace:");
    e.printStackTrace();
    return ExitCode.INTERNAL;
  }
}
