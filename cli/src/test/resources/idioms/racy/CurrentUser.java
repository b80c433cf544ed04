import java.util.concurrent.*;

/** A singleton service that keeps the current user in a field. */
public class CurrentUser {
  static class UserService {
    private String currentUser;

    UserService given(String u) {
      currentUser = u; // race: CurrentUser$UserService.currentUser
      return this;
    }

    String greet() {
      return "hello " + currentUser; // race: CurrentUser$UserService.currentUser?
    }
  }

  public static void main(String[] a) throws Exception {
    UserService s = new UserService();
    ExecutorService ex = Executors.newFixedThreadPool(2);
    int bad = 0;
    java.util.List<Future<Integer>> fs = new java.util.ArrayList<>();
    for (int t = 0; t < 2; t++) {
      String u = "user" + t;
      fs.add(
          ex.submit(
              () -> {
                int n = 0;
                for (int i = 0; i < 5000; i++) if (!s.given(u).greet().equals("hello " + u)) n++;
                return n;
              }));
    }
    for (Future<Integer> f : fs) bad += f.get();
    ex.shutdown();
    System.out.println("mixed=" + bad);
  }
}
