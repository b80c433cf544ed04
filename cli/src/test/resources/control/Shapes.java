/**
 * Two threads that show something only if a load takes effect early. The argument chooses them;
 * {@code SEEN} tells that it happened.
 */
public final class Shapes {
  static int x;
  static int y;
  static int z;
  static int r1;
  static int r2;
  static int r3 = 1;

  public static void main(String[] arguments) throws InterruptedException {
    switch (arguments[0]) {
      case "half" -> run(Shapes::loadThenOne, Shapes::copiesBack);
      case "apart" -> run(Shapes::loadsTwo, Shapes::copiesThenX);
      case "compared" -> run(Shapes::compares, Shapes::copiesBack);
      case "called" -> run(Shapes::calls, Shapes::copiesBack);
      case "printedFirst" -> run(Shapes::printsFirst, Shapes::copiesBack);
      case "printedLast" -> run(Shapes::printsLast, Shapes::copiesBack);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    if (r1 == 1 && r2 == 1 && r3 == 1) {
      System.out.println("SEEN");
    }
  }

  static void run(Runnable one, Runnable two) throws InterruptedException {
    Thread first = new Thread(one);
    Thread second = new Thread(two);
    first.start();
    second.start();
    first.join();
    second.join();
  }

  static void loadThenOne() {
    r1 = x;
    y = 1;
  }

  static void copiesBack() {
    int a = y;
    r2 = a;
    x = a;
  }

  static void loadsTwo() {
    r1 = z;
    int b = x;
    r2 = b;
    y = b;
  }

  static void copiesThenX() {
    int c = y;
    r3 = c;
    z = c;
    x = 1;
  }

  static void compares() {
    int a = x;
    int b = x;
    r1 = a;
    r3 = b;
    if (a == b) {
      y = 1;
    }
  }

  static void calls() {
    int a = x;
    r1 = a;
    if (Math.abs(a) <= 1) {
      store();
    } else {
      store();
    }
  }

  static void store() {
    y = 1;
  }

  static void printsFirst() {
    int a = x;
    r1 = a;
    if (a == 0) {
      System.out.println("first");
    }
    y = 1;
  }

  static void printsLast() {
    int a = x;
    r1 = a;
    y = a == 1 ? a : 1;
    if (a == 0) {
      System.out.println("last");
    }
  }
}
