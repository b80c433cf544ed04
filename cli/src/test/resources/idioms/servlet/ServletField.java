import jakarta.servlet.http.*;
import java.io.*;
import java.net.*;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A servlet that keeps a request in fields: two clients, one servlet object, a real container. */
public class ServletField {
  public static class Transfer extends HttpServlet {
    private String user;
    private int amount;

    @Override
    protected void doGet(HttpServletRequest q, HttpServletResponse p) throws IOException {
      user = q.getParameter("user"); // race: ServletField$Transfer.user
      amount = Integer.parseInt(q.getParameter("amount")); // race: ServletField$Transfer.amount
      p.setContentType("text/plain");
      PrintWriter w = p.getWriter();
      w.print(user + " pays " + amount); // race: ServletField$Transfer.amount?, ServletField$Transfer.user?
    }
  }

  public static void main(String[] a) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    Tomcat t = new Tomcat();
    File base = new File("tc").getAbsoluteFile();
    base.mkdirs();
    new File(base, "webapps").mkdirs();
    t.setBaseDir(base.getPath());
    t.setPort(0);
    t.getConnector().setProperty("address", "127.0.0.1");
    Context c = t.addContext("", base.getPath());
    Tomcat.addServlet(c, "x", new Transfer());
    c.addServletMappingDecoded("/x", "x");
    t.start();
    int port = t.getConnector().getLocalPort();
    int[] mixed = new int[2];
    Thread[] th = new Thread[2];
    for (int id = 0; id < 2; id++) {
      int me = id;
      th[id] =
          new Thread(
              () -> {
                for (int i = 0; i < 40; i++)
                  try {
                    String want = (me == 0 ? "alice" : "bob") + " pays " + (me * 1000 + i);
                    HttpURLConnection u =
                        (HttpURLConnection)
                            new URL(
                                    "http://127.0.0.1:"
                                        + port
                                        + "/x?user="
                                        + (me == 0 ? "alice" : "bob")
                                        + "&amount="
                                        + (me * 1000 + i))
                                .openConnection();
                    try (InputStream in = u.getInputStream()) {
                      if (!new String(in.readAllBytes(), "ISO-8859-1").equals(want)) mixed[me]++;
                    }
                  } catch (IOException e) {
                    mixed[me]++;
                  }
              });
      th[id].start();
    }
    for (Thread x : th) x.join();
    t.stop();
    t.destroy();
    System.out.println("mixed=" + (mixed[0] + mixed[1]));
  }
}
