package dev.prescient.slicer;

import dev.prescient.slicer.formula.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * How to slice.
 *
 * @param encoding null for the default: {@code ds+hs}, and {@code ds+cs+hs+late} where that slice
 *     is empty or of one thread
 * @param fold take values that no schedule can change as they are
 * @param interpolate compute interpolants beside the weakest preconditions
 * @param keepSmt keep the solver's script of the slice
 * @param solverTimeoutMs for minimising, and again for the certificate
 */
public record SliceOptions(
    @Nullable Encoding encoding,
    boolean fold,
    boolean interpolate,
    boolean keepSmt,
    long solverTimeoutMs) {
  /** What the command line does without options. */
  public static final SliceOptions DEFAULT = new SliceOptions(null, true, false, false, 60_000);

  /** The same with another encoding. */
  public SliceOptions withEncoding(Encoding e) {
    return new SliceOptions(e, fold, interpolate, keepSmt, solverTimeoutMs);
  }
}
