/** Runs the main methods of the named classes one after another in one JVM. */
public class RunAll {
  public static void main(String[] classes) throws Exception {
    for (String name : classes) {
      Object noArguments = new String[0];
      Class.forName(name).getMethod("main", String[].class).invoke(null, noArguments);
    }
  }
}
