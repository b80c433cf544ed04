import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Arrays;

/** What a program can see of itself: nothing of it may change under the agent. */
public class Untouched {
  static class Data implements Serializable, Cloneable {
    int number = 1;
    static long total;
    transient String name;
    final int[] values = {1, 2, 3};

    Data copy() throws CloneNotSupportedException {
      return (Data) clone();
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(Arrays.toString(Data.class.getDeclaredFields()));
    System.out.println(Arrays.toString(Data.class.getDeclaredMethods()));
    System.out.println(ObjectStreamClass.lookup(Data.class).getSerialVersionUID());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    out.writeObject(new Data().copy());
    out.flush();
    System.out.println(bytes.size());
    int[] copied = {1, 2, 3, 4};
    System.arraycopy(copied, 0, copied, 1, 3);
    System.out.println(Arrays.toString(copied));
    try {
      System.arraycopy(copied, 2, copied, 0, 3);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      throw new IllegalStateException();
    } catch (IllegalStateException e) {
      System.out.println(e.getStackTrace()[0]);
    }
    Mirrors.print();
    System.exit(3);
  }
}
