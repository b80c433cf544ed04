/** The flag of a copy was never written after the copy was made: reading it orders nothing. */
public class CloneOfFlag implements Cloneable {
    static CloneOfFlag copy;
    static int plain;
    volatile boolean set;

    public static void main(String[] a) throws Exception {
        Thread reader = new Thread(() -> {
            while (copy == null) {
                Thread.yield();
            }
            System.out.println("RESULT " + copy.set + " " + plain);
        }, "reader");
        reader.setDaemon(true);
        reader.start();
        CloneOfFlag original = new CloneOfFlag();
        plain = 1;
        original.set = true;
        copy = (CloneOfFlag) original.clone();
        reader.join(20_000);
    }
}
