package part.user;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import part.library.Counter;

/** Uses the other bundle's class from two threads. */
public class Activator implements BundleActivator {
  private final Counter counter = new Counter();
  private int starts;

  @Override
  public void start(BundleContext context) throws InterruptedException {
    starts++;
    Thread one = new Thread(counter::count);
    Thread two = new Thread(counter::count);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("started " + starts + " " + counter.guarded());
  }

  @Override
  public void stop(BundleContext context) {
    System.out.println("stopped");
  }
}
