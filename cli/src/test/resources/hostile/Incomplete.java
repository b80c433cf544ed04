import java.nio.file.Files;
import java.nio.file.Path;

/** A class is cloned that has a field of a type that is not there. */
public class Incomplete {
  static class Missing {}

  static class Part implements Cloneable {
    Missing never;
    int x;

    Part copy() throws CloneNotSupportedException {
      return (Part) super.clone();
    }
  }

  public static void main(String[] args) throws Exception {
    Files.delete(Path.of(System.getProperty("parts"), "Incomplete$Missing.class"));
    Part part = new Part();
    part.x = 3;
    System.out.println("copied " + part.copy().x);
    try {
      System.out.println(Part.class.getDeclaredFields().length);
    } catch (NoClassDefFoundError e) {
      System.out.println("not there: " + e.getMessage());
    }
  }
}
