/** Ways to end; the argument chooses one. */
public class Ends {
  static int racy;

  public static void main(String[] args) throws Exception {
    Thread busy =
        new Thread(
            () -> {
              while (true) {
                racy++;
              }
            });
    busy.setDaemon(true);
    racy = 1;
    busy.start();
    Thread.sleep(50);
    switch (args[0]) {
      case "daemon" -> System.out.println("main is over");
      case "halt" -> Runtime.getRuntime().halt(7);
      case "hookHalts" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(8)));
        System.exit(9);
      }
      case "twoExit" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        Thread other = new Thread(() -> System.exit(10));
        other.start();
        System.exit(10);
      }
      case "throws" -> throw new IllegalStateException("thrown by main");
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
