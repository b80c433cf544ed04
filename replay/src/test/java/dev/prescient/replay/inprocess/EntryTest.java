package dev.prescient.replay.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTest {
  private static final String PREFIX = EntryTest.class.getName() + "$";
  private static final StringBuilder CALLED = new StringBuilder();

  static class Base {
    void inherited() {
      CALLED.append("inherited");
    }
  }

  @SuppressWarnings("unused") // called by name
  static class Methods extends Base {
    private static void secret() {
      CALLED.append("secret");
    }

    void instance() {
      CALLED.append("instance");
    }

    public static void main(String[] arguments) {
      CALLED.append("main").append(arguments.length);
    }

    static void fails() throws IOException {
      throw new IOException("as it is");
    }

    @SuppressWarnings("DoNotCallSuggester") // it is called by reflection
    static void number(int n) {
      throw new AssertionError(n);
    }
  }

  @SuppressWarnings("unused") // called by name
  static class NoConstructor {
    NoConstructor(int n) {
      CALLED.append(n);
    }

    void instance() {}
  }

  @BeforeEach
  void clear() {
    CALLED.setLength(0);
  }

  @ParameterizedTest
  @CsvSource({"secret,secret", "instance,instance", "inherited,inherited", "main,main0"})
  void method_ofAnyKind_isCalled(String name, String called) throws Throwable {
    Entry.of(PREFIX + "Methods#" + name).run();
    assertThat(CALLED).hasToString(called);
  }

  @Test
  void exception_ofTheMethod_comesOutAsItIs() throws Exception {
    Entry entry = Entry.of(PREFIX + "Methods#fails");
    assertThatThrownBy(entry::run).isInstanceOf(IOException.class).hasMessage("as it is");
  }

  @Test
  void reloaded_isAnotherClass() throws Throwable {
    Entry other = Entry.of(PREFIX + "Methods#secret").reloaded();
    other.run();
    other.close();
    assertThat(CALLED).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Nothing",
        "#body",
        "Class#",
        "no.such.Class#body",
        "dev.prescient.replay.inprocess.EntryTest$Methods#nothing",
        "dev.prescient.replay.inprocess.EntryTest$Methods#number",
        "dev.prescient.replay.inprocess.EntryTest$NoConstructor#instance"
      })
  void whatIsNotThere_isToldByTheOption(String text) {
    assertThatThrownBy(() -> Entry.of(text))
        .isInstanceOf(Entry.Unknown.class)
        .hasMessageStartingWith("--entry ");
  }
}
