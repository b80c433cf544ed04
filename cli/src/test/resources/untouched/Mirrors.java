import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** All that reflection, stack traces and monitors tell a program of itself. */
class Mirrors {
  @Retention(RetentionPolicy.RUNTIME)
  @interface Mark {
    String value() default "none";

    int[] sizes() default {1, 2};
  }

  interface Constants {
    int ONE = 1;
    List<String> MADE = new ArrayList<>(List.of("made"));

    static int count() {
      return MADE.size();
    }
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(@Mark("r") int radius, double... more) implements Shape, Serializable {}

  static final class Square implements Shape {
    int side;
  }

  enum Level {
    LOW,
    HIGH {
      @Override
      int value() {
        return 2;
      }
    };

    int counter;

    int value() {
      return 1;
    }
  }

  @Mark("deep")
  static class Deep<A extends Comparable<? super A>, B extends Map<? extends List<A[]>, ? super Deep<A, B>.Inner<A>>>
      implements Serializable {
    @Mark volatile Map<String, ? extends List<? super B>[]> table;
    protected transient A[][] cells;
    private static Deep<?, ?> last;
    final List<A> kept = new ArrayList<>();

    class Inner<C> {
      C value;

      <D extends C> D pick(@Mark D one, List<? extends C> others) throws IllegalStateException {
        value = one;
        return one;
      }
    }

    static {
      last = null;
    }

    @Mark(sizes = {})
    synchronized void locked() {
      last = this;
    }
  }

  static void print() throws Exception {
    Class<?>[] all = {
      Mirrors.class, Mark.class, Constants.class, Shape.class, Circle.class, Square.class,
      Level.class, Level.HIGH.getClass(), Deep.class, Deep.Inner.class
    };
    for (Class<?> c : all) {
      describe(c);
    }
    System.out.println(Constants.count() + " " + Arrays.toString(Shape.class.getPermittedSubclasses()));
    System.out.println(new Circle(1).radius() + " " + new Circle(2).equals(new Circle(2)) + " " + Level.HIGH.value());
    traces();
    monitors();
    waiting();
  }

  private static void describe(Class<?> c) throws Exception {
    System.out.println(Modifier.toString(c.getModifiers()) + " " + c.toGenericString());
    System.out.println(c.getGenericSuperclass() + " " + Arrays.toString(c.getGenericInterfaces()));
    System.out.println(Arrays.toString(c.getAnnotations()) + Arrays.toString(c.getDeclaredClasses()));
    for (Field f : sorted(c.getDeclaredFields())) {
      System.out.println("  " + f.toGenericString() + " " + Arrays.toString(f.getAnnotations()));
    }
    for (Method m : sorted(c.getDeclaredMethods())) {
      System.out.println("  " + m.toGenericString() + " " + Arrays.deepToString(m.getParameterAnnotations()));
      System.out.println("    " + Arrays.toString(m.getAnnotations()) + m.isSynthetic() + m.isBridge());
    }
    for (Constructor<?> k : sorted(c.getDeclaredConstructors())) {
      System.out.println("  " + k.toGenericString());
    }
    System.out.println(c.getFields().length + " " + c.getMethods().length);
    if (Serializable.class.isAssignableFrom(c)) {
      System.out.println(java.io.ObjectStreamClass.lookup(c).getSerialVersionUID());
    }
    for (String name : List.of("$pm$init", "$pm$monitor", "$pm$r0", "$pm$freeze")) {
      try {
        System.out.println(c.getDeclaredField(name));
      } catch (NoSuchFieldException e) {
        System.out.print("-");
      }
    }
  }

  private static <M extends Member> List<M> sorted(M[] members) {
    List<M> sorted = new ArrayList<>(List.of(members));
    sorted.sort(Comparator.comparing(Object::toString));
    return sorted;
  }

  private static void traces() {
    List<String> fixed = Collections.unmodifiableList(new ArrayList<>(List.of("a")));
    thrown(() -> fixed.forEach(fixed::add));
    thrown(() -> accept(new ArrayList<String>()::remove));
    thrown(() -> new HashMap<String, Integer>().computeIfAbsent("k", k -> Integer.valueOf(k)));
    thrown(() -> ((Object[]) new String[1])[0] = new Object());
    thrown(() -> System.arraycopy(new int[1], 0, new int[1], 0, 2));
    thrown(() -> new Object().wait());
    thrown(() -> new Object().wait(1, 2));
    thrown(() -> new Object().notify());
    thrown(() -> new Object().notifyAll());
    thrown(() -> new ReentrantLock().unlock());
    thrown(() -> new ReentrantLock().newCondition().signal());
    thrown(() -> deep(0, new int[1]));
    thrown(
        () -> {
          Thread.currentThread().interrupt();
          synchronized (fixed) {
            fixed.wait();
          }
        });
    List<String> walked = StackWalker.getInstance().walk(s -> s.map(Object::toString).toList());
    System.out.println(walked);
  }

  private static void accept(Consumer<Integer> consumer) {
    consumer.accept(7);
  }

  private static void deep(int n, int[] cell) {
    if (n == 50) {
      throw new IllegalStateException("deep");
    }
    cell[0] = n;
    deep(n + 1, cell);
  }

  interface Body {
    void run() throws Exception;
  }

  private static void thrown(Body body) {
    try {
      body.run();
      System.out.println("nothing thrown");
    } catch (Exception e) {
      System.out.println(e);
      for (StackTraceElement frame : e.getStackTrace()) {
        System.out.println("    " + frame.toString().replaceAll("Lambda.*/.*[.]", "Lambda."));
      }
    }
  }

  private static synchronized void monitors() {
    Object lock = new Object();
    System.out.println(Thread.holdsLock(Mirrors.class) + " " + Thread.holdsLock(lock));
    synchronized (lock) {
      System.out.println(Thread.holdsLock(lock));
    }
    System.out.println(Thread.holdsLock(lock) + " " + Thread.activeCount());
  }

  /** What others see of a thread that waits. */
  private static void waiting() throws InterruptedException {
    boolean[] done = new boolean[1];
    Thread waiter =
        new Thread(
            () -> {
              synchronized (done) {
                while (!done[0]) {
                  try {
                    done.wait();
                  } catch (InterruptedException e) {
                    System.out.println(e.getStackTrace().length);
                  }
                }
              }
            },
            "waiter");
    waiter.start();
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    for (StackTraceElement frame : waiter.getStackTrace()) {
      System.out.println("    " + frame.toString().replaceAll("Lambda.*/.*[.]", "Lambda."));
    }
    System.out.println(Thread.getAllStackTraces().get(waiter).length);
    synchronized (done) {
      done[0] = true;
      done.notifyAll();
    }
    waiter.join();
  }
}
