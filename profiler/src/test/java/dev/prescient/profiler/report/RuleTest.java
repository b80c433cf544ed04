package dev.prescient.profiler.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule has the page that its {@code helpUri} leads to. */
class RuleTest {
  @ParameterizedTest
  @EnumSource
  void rule_hasAPageUnderItsName(Rule rule) {
    assertThat(Path.of("../docs/rules", rule.name() + ".md"))
        .content()
        .startsWith("# " + rule.name() + " · " + rule.summary + "\n")
        .contains("**To mend it**");
  }
}
