package dev.prescient.cli.memory;

import java.util.List;

/** A step of a litmus thread. */
sealed interface Statement {
  /** {@code r = x}: reads a shared variable. */
  record Load(String register, String variable) implements Statement {}

  /** {@code x = e}: writes a shared variable. */
  record Store(String variable, Expression value) implements Statement {}

  /** {@code r = e}: between registers. */
  record Assign(String register, Expression value) implements Statement {}

  /** {@code if (e) then else otherwise}. */
  record If(Expression condition, List<Statement> then, List<Statement> otherwise)
      implements Statement {}

  /** {@code while (e) body}. */
  record While(Expression condition, List<Statement> body) implements Statement {}

  /** {@code lock m}. */
  record Lock(String monitor) implements Statement {}

  /** {@code unlock m}. */
  record Unlock(String monitor) implements Statement {}

  /** {@code join T}: waits for the end of another thread. */
  record Join(String thread) implements Statement {}

  /** {@code print e}: an external action. */
  record Print(Expression value) implements Statement {}

  /** {@code freeze}: end of a constructor that has written final fields. */
  record Freeze() implements Statement {}
}
