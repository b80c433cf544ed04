/** Busy wait on a plain field. After https://stackoverflow.com/questions/25425130. */
public class BusyWait {
  static class MyHouse {
    boolean pizzaArrived;

    void eatPizza() {
      while (pizzaArrived == false) {} // race: BusyWait$MyHouse.pizzaArrived
    }

    void deliverPizza() {
      pizzaArrived = true; // race: BusyWait$MyHouse.pizzaArrived
    }
  }

  public static void main(String[] a) throws Exception {
    MyHouse h = new MyHouse();
    Thread t = new Thread(h::eatPizza);
    t.start();
    Thread.sleep(50);
    h.deliverPizza();
    t.join();
  }
}
