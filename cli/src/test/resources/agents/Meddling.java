import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;

/** An agent that renames a method of another. */
public class Meddling {
  static int racy;

  public static void premain(String options, Instrumentation inst) {
    inst.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> c, ProtectionDomain d, byte[] bytes) {
            if (!"dev/prescient/agent/SecondAgent".equals(name)) {
              return null;
            }
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            return text.replace("agentmain", "agentmaim").getBytes(StandardCharsets.ISO_8859_1);
          }
        });
  }

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> racy++);
    other.start();
    racy++;
    other.join();
    System.out.println("ran");
  }
}
