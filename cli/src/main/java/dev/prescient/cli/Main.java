package dev.prescient.cli;

import dev.prescient.cli.command.Pm;

/** The command line's entry: {@code java -jar pm.jar}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(Pm.execute(args));
  }
}
