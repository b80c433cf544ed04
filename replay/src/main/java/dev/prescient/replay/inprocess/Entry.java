package dev.prescient.replay.inprocess;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method that is run again and again: static or not, public or not, without parameters or with
 * one of type {@code String[]}, which gets an empty array. One that is not static is called on a
 * new object each time, made by the constructor without parameters.
 */
public final class Entry {
  private static final String[] NO_ARGUMENTS = {};

  private final String className;
  private final String methodName;
  private final ClassLoader loader;
  private final Method method;
  private final @Nullable Constructor<?> constructor;

  /** There is no such method; the message says why. */
  public static final class Unknown extends Exception {
    private static final long serialVersionUID = 1L;

    Unknown(String message) {
      super(message);
    }
  }

  private Entry(String className, String methodName, ClassLoader loader) throws Unknown {
    this.className = className;
    this.methodName = methodName;
    this.loader = loader;
    Class<?> c = load(className, methodName, loader);
    method = method(c, methodName);
    constructor = Modifier.isStatic(method.getModifiers()) ? null : constructor(c);
  }

  /**
   * The method on the program's class path.
   *
   * @param text {@code a.b.Class#method}
   */
  public static Entry of(String text) throws Unknown {
    int hash = text.indexOf('#');
    if (hash <= 0 || hash == text.length() - 1) {
      throw new Unknown("--entry " + text + ": expected Class#method, as in com.acme.Test#body.");
    }
    return new Entry(
        text.substring(0, hash), text.substring(hash + 1), ClassLoader.getSystemClassLoader());
  }

  /** The same method of classes that are loaded anew from the class path. */
  public Entry reloaded() throws Unknown {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      try {
        urls.add(Path.of(part).toUri().toURL());
      } catch (MalformedURLException e) {
        throw new Unknown("the class path has a part that is no path: " + part);
      }
    }
    ClassLoader fresh =
        new URLClassLoader("fresh", urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    return new Entry(className, methodName, fresh);
  }

  /** Lets go of the files of a loader that {@link #reloaded} made. */
  public void close() {
    if (loader instanceof URLClassLoader fresh) {
      try {
        fresh.close();
      } catch (IOException e) {
        // a file stays open until the JVM ends
      }
    }
  }

  private static Class<?> load(String className, String methodName, ClassLoader loader)
      throws Unknown {
    String entry = "--entry " + className + "#" + methodName + ": ";
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException e) {
      throw new Unknown(entry + "there is no class " + className + " on the class path.");
    } catch (LinkageError e) {
      throw new Unknown(entry + "the class cannot be loaded: " + e);
    }
  }

  private static Method method(Class<?> c, String name) throws Unknown {
    Method found = find(c, name);
    if (found == null) {
      found = find(c, name, String[].class);
    }
    String entry = "--entry " + c.getName() + "#" + name + ": ";
    if (found == null) {
      throw new Unknown(
          entry
              + "the class has no method of that name without parameters, or with String[] alone.");
    }
    try {
      found.setAccessible(true);
    } catch (RuntimeException e) {
      throw new Unknown(entry + "the method cannot be called from outside: " + e.getMessage());
    }
    return found;
  }

  private static @Nullable Method find(Class<?> c, String name, Class<?>... parameters) {
    for (Class<?> up = c; up != null; up = up.getSuperclass()) {
      try {
        return up.getDeclaredMethod(name, parameters);
      } catch (NoSuchMethodException e) {
        // perhaps in a superclass
      }
    }
    return null;
  }

  private static Constructor<?> constructor(Class<?> c) throws Unknown {
    try {
      Constructor<?> made = c.getDeclaredConstructor();
      made.setAccessible(true);
      return made;
    } catch (NoSuchMethodException | RuntimeException e) {
      throw new Unknown(
          "--entry "
              + c.getName()
              + ": the method is not static, and the class has no constructor without parameters"
              + " that can be called.");
    }
  }

  /** Runs the method; throws what it throws. */
  public void run() throws Throwable {
    Thread.currentThread().setContextClassLoader(loader);
    try {
      Object receiver = constructor == null ? null : constructor.newInstance();
      if (method.getParameterCount() == 0) {
        method.invoke(receiver);
      } else {
        method.invoke(receiver, (Object) NO_ARGUMENTS);
      }
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      throw thrown == null ? e : thrown;
    }
  }

  @Override
  public String toString() {
    return className + "#" + methodName;
  }
}
