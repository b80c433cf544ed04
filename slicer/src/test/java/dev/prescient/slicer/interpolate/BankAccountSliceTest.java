package dev.prescient.slicer.interpolate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Encoding;
import dev.prescient.slicer.formula.HandMadeTrace;
import dev.prescient.slicer.formula.Literal.Hazard;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.interpolate.Refutation.Settings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The running example of FM 2016: which encoding keeps the deposit that is lost. */
final class BankAccountSliceTest {
  private static Refutation slice(String encoding, boolean fold) throws InterruptedException {
    return Refutation.of(
        HandMadeTrace.bank(), new Settings(Encoding.parse(encoding), fold, true, 10_000));
  }

  /** Lines of the last read and write of the withdrawals, and of the write between them. */
  private static List<String> lines(Refutation r) {
    return r.statements().stream().map(Statement::location).toList();
  }

  private static boolean lostDepositIsIn(Refutation r) {
    List<Statement> writes =
        r.trace().formula().statements().stream()
            .filter(s -> s.write() && s.location().equals("Hand.java:13"))
            .toList();
    return r.slice().get(writes.get(2).index());
  }

  @Test
  void hazards_onTheBankAccount_keepTheLostDepositWithAnOrderInTheInvariant()
      throws InterruptedException {
    Refutation r = slice("ds+hs", true);

    assertThat(r.certificate().passed()).isTrue();
    assertThat(lostDepositIsIn(r)).isTrue();
    assertThat(r.crossesThreads()).isTrue();
    assertThat(r.invariants())
        .anySatisfy(
            i ->
                assertThat(i.conjuncts())
                    .anySatisfy(
                        c ->
                            assertThat(c.literal())
                                .isInstanceOfSatisfying(
                                    Order.class,
                                    o -> assertThat(o.hazard()).isEqualTo(Hazard.HB))));
    int read = lines(r).lastIndexOf("Hand.java:21");
    int deposit = lines(r).lastIndexOf("Hand.java:13");
    int write = lines(r).lastIndexOf("Hand.java:23");
    assertThat(read).isLessThan(deposit);
    assertThat(deposit).isLessThan(write);
  }

  @Test
  void dataAlone_onTheBankAccount_dropsTheLostDeposit() throws InterruptedException {
    Refutation r = slice("ds", true);

    assertThat(r.certificate().passed()).isTrue();
    assertThat(lostDepositIsIn(r)).isFalse();
  }

  @Test
  void folding_onTheBankAccount_halvesTheSlice() throws InterruptedException {
    assertThat(slice("ds+hs", true).slice().cardinality()).isEqualTo(10);
    assertThat(slice("ds+hs", false).slice().cardinality()).isGreaterThan(15);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ds", "ds+hs", "ds+cs", "ds+cs+hs", "ds+late", "ds+hs+late", "ds+cs+hs+late"})
  void everyEncoding_onTheBankAccount_isCertifiedAndInterpolated(String encoding)
      throws InterruptedException {
    for (boolean fold : new boolean[] {true, false}) {
      Refutation r = slice(encoding, fold);

      assertThat(r.certificate().passed()).isTrue();
      InterpolantSequence interpolants = Objects.requireNonNull(r.interpolants());
      assertThat(interpolants.refusal()).isEmpty();
      assertThat(interpolants.interpolants()).hasSize(r.order().size() + 1);
    }
  }

  @Test
  void certificate_withANeededStatementDropped_fails() throws InterruptedException {
    Refutation r = slice("ds+hs", true);
    for (int dropped : r.order()) {
      BitSet fewer = (BitSet) r.slice().clone();
      fewer.clear(dropped);
      List<Integer> order = new ArrayList<>(r.order());
      order.remove((Integer) dropped);

      Certificate c =
          check(r.trace(), fewer, order, WeakestPrecondition.of(r.trace(), fewer, order, true));

      assertThat(c.passed()).as("without statement %d", dropped).isFalse();
    }
  }

  @Test
  void certificate_withAnOrderFlipped_fails() throws InterruptedException {
    Refutation r = slice("ds+hs", true);
    List<ErrorInvariant> flipped = r.invariants().stream().map(BankAccountSliceTest::flip).toList();

    assertThat(check(r.trace(), r.slice(), r.order(), flipped).passed()).isFalse();
  }

  private static ErrorInvariant flip(ErrorInvariant i) {
    return new ErrorInvariant(
        i.position(),
        i.conjuncts().stream()
            .map(
                c ->
                    c.literal() instanceof Order o
                        ? new Conjunct(c.given(), new Order(o.hazard(), o.to(), o.from()))
                        : c)
            .toList());
  }

  private static Certificate check(
      EncodedTrace trace, BitSet slice, List<Integer> order, List<ErrorInvariant> invariants)
      throws InterruptedException {
    Certificate[] result = new Certificate[1];
    Solver.onBigStack(
        () ->
            result[0] =
                InvariantCheck.check(
                    trace,
                    slice,
                    order,
                    (p, solver) -> solver.invariant(invariants.get(p)),
                    System.nanoTime() + 20_000_000_000L));
    return result[0];
  }

  @Test
  void solver_outOfTime_leavesTheSliceUnchecked() throws InterruptedException {
    TraceFormula bank = HandMadeTrace.bank();

    Refutation r = Refutation.of(bank, new Settings(Encoding.DS_HS, true, false, 0));

    assertThat(r.certificate().passed()).isFalse();
    assertThat(lostDepositIsIn(r)).isTrue();
  }
}
