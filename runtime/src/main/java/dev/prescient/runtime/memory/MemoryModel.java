package dev.prescient.runtime.memory;

import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind the accesses of racy variables: histories, stale and future values. Called
 * with {@link ThreadState#busy} above zero, right after the access and before any other thread
 * runs.
 *
 * <p>A variable is an owner and a key: an object and the hash of the field's declaration, the class
 * that declares a static and that hash, an array and the element's index. Primitive values travel
 * as raw bits, {@code int} and smaller sign-extended.
 */
public interface MemoryModel {
  /**
   * Before a store: the variable still holds its old value, and the store may yet fail.
   *
   * @param owner null only where the store is going to throw
   */
  void beforeWrite(ThreadState t, @Nullable Object owner, long key, int site);

  /**
   * After a load of a primitive.
   *
   * @param bits what the variable holds
   * @return what the load returns
   */
  long read(ThreadState t, Object owner, long key, long bits, int site);

  /** After a load of a reference; parameters as in {@link #read}. */
  @Nullable Object readReference(
      ThreadState t, Object owner, long key, @Nullable Object value, int site);

  /** After a store of a primitive. */
  void wrote(ThreadState t, Object owner, long key, long bits, int site);

  /** After a store of a reference. */
  void wroteReference(ThreadState t, Object owner, long key, @Nullable Object value, int site);

  /** Before a call that writes something out of the program. */
  void writesOut(ThreadState t, int site);
}
