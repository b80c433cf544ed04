import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A program with an agent of its own, which transforms and redefines classes while threads use them:
 * they must keep what they have, ordered accesses stay unreported and the race is found.
 */
public class Retransforming {
  private static volatile Instrumentation instrumentation;

  public static void agentmain(String options, Instrumentation inst) {
    instrumentation = inst;
  }

  interface Names {
    List<String> ALL = new ArrayList<>();
  }

  static class Account {
    private static int made;
    private int balance;
    private volatile int version;
    private final List<String> log = new ArrayList<>();

    static {
      made = 0;
    }

    synchronized void add(int n) {
      balance += n;
      version++;
      Consumer<String> note = log::add;
      note.accept("x");
    }

    synchronized int balance() {
      return balance + log.size() + version;
    }
  }

  static int hits;

  public static void main(String[] args) throws Exception {
    Account account = new Account();
    account.add(1);
    AtomicInteger again = new AtomicInteger();
    ClassFileTransformer nothing =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] bytes) {
            again.addAndGet(c == null ? 0 : 1);
            return null;
          }
        };
    instrumentation.addTransformer(nothing, true);
    Class<?>[] classes = {
      Account.class, Names.class, Retransforming.class, ConcurrentHashMap.class, ArrayList.class, Thread.class
    };
    run(account);
    for (int i = 0; i < 3; i++) {
      instrumentation.retransformClasses(classes);
      run(account);
    }
    instrumentation.redefineClasses(new ClassDefinition(Account.class, bytes(Account.class)));
    run(account);
    System.out.println(account.balance() + " " + (again.get() >= 18) + " " + Names.ALL.size());
  }

  private static byte[] bytes(Class<?> c) throws Exception {
    try (var in = c.getResourceAsStream("/" + c.getName() + ".class")) {
      return in.readAllBytes();
    }
  }

  private static void run(Account account) throws InterruptedException {
    Runnable work =
        () -> {
          for (int i = 0; i < 100; i++) {
            account.add(1);
          }
          hits++;
        };
    Thread one = new Thread(work);
    Thread two = new Thread(work);
    one.start();
    two.start();
    one.join();
    two.join();
  }
}
