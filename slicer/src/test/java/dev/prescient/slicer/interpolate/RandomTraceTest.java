package dev.prescient.slicer.interpolate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.slicer.formula.Encoding;
import dev.prescient.slicer.formula.HandMadeTrace;
import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Relation;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.interpolate.Refutation.Settings;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random small traces: every slice and every invariant is proved, under every encoding. */
final class RandomTraceTest {
  private static TraceFormula random(long seed) {
    Random r = new Random(seed);
    HandMadeTrace t = new HandMadeTrace("0.1", "0.2", "0.3");
    String[] cells = {"x", "y", "z"};
    for (String c : cells) {
      t.cell(c, r.nextInt(5));
    }
    int[] versions = new int[3];
    for (int thread = 0; thread < 3; thread++) {
      t.write(thread, 1, thread + ".l", Linear.constant(r.nextInt(3)));
      t.write(thread, 2, thread + ".m", Linear.constant(r.nextInt(3)));
    }
    for (int i = 0; i < 25; i++) {
      int thread = r.nextInt(3);
      String cell = cells[r.nextInt(3)];
      String local = thread + (r.nextBoolean() ? ".l" : ".m");
      switch (r.nextInt(8)) {
        case 0, 1, 2 -> t.read(thread, i, local, cell, guard(t, r, thread));
        case 3, 4 ->
            t.write(
                thread,
                i,
                cell,
                t.get(thread + ".l").plus(t.get(thread + ".m"), r.nextInt(3) - 1).plus(1));
        case 5 -> t.branch(thread, i, holding(t, r, t.get(local)));
        case 6 -> t.write(thread, i, local, t.get(local).times(2).plus(r.nextInt(3)));
        default -> {
          int k = r.nextInt(3);
          if (i > 5 && cells[k].equals(cell)) {
            t.readVersion(thread, i, local, versions[k]);
          }
          versions[k] = t.variable(cells[k]);
        }
      }
      for (int k = 0; k < 3; k++) {
        versions[k] = versions[k] == 0 ? t.variable(cells[k]) : versions[k];
      }
    }
    Linear sum = t.get("x").plus(t.get("y")).plus(t.get("0.l"), -1);
    return t.failing(holding(t, r, sum).negated());
  }

  private static Compare guard(HandMadeTrace t, Random r, int thread) {
    return holding(t, r, t.get(thread + ".m"));
  }

  private static Compare holding(HandMadeTrace t, Random r, Linear term) {
    long value = t.value(term);
    return switch (r.nextInt(4)) {
      case 0 -> new Compare(term.plus(-value), Relation.EQ);
      case 1 -> new Compare(term.plus(-value - 1), Relation.NE);
      case 2 -> new Compare(term.plus(-value - 1), Relation.LE);
      default -> new Compare(term.plus(-value + 1), Relation.GT);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"ds", "ds+hs", "ds+cs", "ds+cs+hs", "ds+hs+late", "ds+cs+hs+late"})
  void randomTraces_underAnEncoding_areCertified(String encoding) throws InterruptedException {
    for (long seed = 1; seed <= 4; seed++) {
      for (boolean fold : new boolean[] {true, false}) {
        Refutation r =
            Refutation.of(
                random(seed), new Settings(Encoding.parse(encoding), fold, seed % 4 == 0, 20_000));

        assertThat(r.certificate().passed())
            .as("seed %d fold %s: %s", seed, fold, r.certificate())
            .isTrue();
      }
    }
  }
}
