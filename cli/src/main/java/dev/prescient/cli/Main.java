package dev.prescient.cli;

/** The command line's entry: {@code java -jar pm.jar}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.err.println("pm: no verb yet");
    System.exit(2);
  }
}
