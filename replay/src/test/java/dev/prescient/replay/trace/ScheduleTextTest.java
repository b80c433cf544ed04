package dev.prescient.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A schedule as one line, and back. */
class ScheduleTextTest {
  private static Recording.Choice choice(
      Recording.Kind kind, String thread, int n, String chosen, boolean goesOn) {
    return new Recording.Choice(kind, thread, n, chosen, false, false, goesOn, List.of(), 0, "");
  }

  private static Recording recording(Recording.Choice... choices) {
    Recording.Header header = new Recording.Header("Main", "17", 1, 0, "p", List.of(), List.of());
    return new Recording(header, List.of(choices), List.of(), Map.of(), Map.of(), 0, false);
  }

  @Test
  void of_switchesAndWakes_areParsedAgain() {
    String text =
        ScheduleText.of(
            recording(
                choice(Recording.Kind.THREAD, "0", 4, "0", true),
                choice(Recording.Kind.THREAD, "0", 12, "0.1", true),
                choice(Recording.Kind.WAITER, "0.1.2", 9, "~Signal Dispatcher", false),
                choice(Recording.Kind.THREAD, "0.#3f00.1", 2, "0", false),
                choice(Recording.Kind.VALUE, "0", 7, "12", false)));
    assertThat(text).isEqualTo("0@12=0.1,0.1.2@9:~Signal Dispatcher,0.#3f00.1@2=0,0@7#12");
    List<Recording.Choice> parsed = ScheduleText.parse(text);
    assertThat(ScheduleText.of(recording(parsed.toArray(Recording.Choice[]::new)))).isEqualTo(text);
    assertThat(parsed).noneMatch(Recording.Choice::isDefault);
    assertThat(parsed.get(1).kind()).isEqualTo(Recording.Kind.WAITER);
  }

  @Test
  void parse_nothing_isTheDefaultSchedule() {
    assertThat(ScheduleText.parse(" ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0@x=1",
        "0@1",
        "0@1=",
        "0@1=0.1;0@2=0",
        "0@99999999999=1",
        "0@1#x",
        ",0@1=1"
      })
  void parse_anythingElse_saysWhichPartIsNone(String text) {
    assertThatThrownBy(() -> ScheduleText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no decision: expected 0@12=0.1");
  }
}
