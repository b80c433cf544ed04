import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.StampedLock;

/**
 * A class loader that needs more classes to find a resource. An agent that weaves one of its classes
 * and looks for the super class loads them meanwhile: locks of the JDK and of the program, which
 * order as any others, and a field that races.
 */
public class Lookups {
  public static StampedLock lock;
  public static Guard guard;
  public static int underLock;
  public static int underGuard;

  static final class Loader extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals("Lookups$Work") && !name.equals("Lookups$Base")) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try (InputStream in = super.getResourceAsStream(name + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      prepare();
      return super.getResourceAsStream(name);
    }
  }

  static synchronized void prepare() {
    if (lock == null) {
      lock = new StampedLock();
      guard = new Guard();
    }
  }

  /** Loaded while another class is looked for. */
  public static final class Guard {
    int racy;

    public synchronized void call(Runnable r) {
      r.run();
    }

    public void race() {
      racy++;
    }
  }

  /** The super class that is looked for. */
  public static class Base {
    protected int calls;
  }

  public static final class Work extends Base implements Runnable {
    @Override
    public void run() {
      calls++;
      long stamp = lock.writeLock();
      underLock++;
      lock.unlockWrite(stamp);
      guard.call(() -> underGuard++);
      guard.race();
    }
  }

  public static void main(String[] args) throws Exception {
    Class<?> work = new Loader().loadClass("Lookups$Work");
    Runnable one = (Runnable) work.getConstructor().newInstance();
    Runnable two = (Runnable) work.getConstructor().newInstance();
    prepare();
    Thread first = new Thread(one);
    Thread second = new Thread(two);
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(underLock + " " + underGuard);
  }
}
