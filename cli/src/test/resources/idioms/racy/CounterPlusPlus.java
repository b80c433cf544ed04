public class CounterPlusPlus {
    static class Account { int balance; void deposit(int n) { balance = balance + n; } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }

    public static void main(String[] a) throws Exception {
        Account acc = new Account();
        Runnable r = () -> { for (int i = 0; i < 200000; i++) acc.deposit(1); };
        par(r, r, r);
        System.out.println("RESULT balance=" + acc.balance + (acc.balance == 600000 ? " ok" : " WRONG"));
    }
}
