package dev.prescient.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clocks of volatile fields that lie beside them, as the agent weaves them. */
class VolatileFieldsTest {
  private static int nextTid = 100;

  /** Has by hand what is woven into a class. */
  @SuppressWarnings("unused") // by reflection
  private static class Woven implements Cloneable {
    private static final String $pm$volatiles = "x;y;";
    private static final String $pm$Volatiles = "z;";
    volatile int x;
    volatile long y;
    static volatile int z;
    private @Nullable Object $pm$v$x;
    private @Nullable Object $pm$v$y;
    private static @Nullable Object $pm$V$z;

    Woven copy() throws CloneNotSupportedException {
      return (Woven) clone();
    }
  }

  private static final class Below extends Woven {}

  /** Nothing is woven into it. */
  @SuppressWarnings("unused") // by reflection
  private static final class Bare {
    volatile int x;
  }

  @BeforeAll
  static void start() {
    HappensBefore.start();
  }

  private static int field(Class<?> owner, String name, String type, boolean isStatic) {
    return FieldTable.define(owner.getName(), name, type, isStatic, owner.getClassLoader(), 0);
  }

  /** An epoch of another thread, released by it. */
  private static long released(Object o, long offset) {
    ThreadState other = TestThreads.create(nextTid++, null);
    long epoch = other.use();
    SyncTable.find(o, offset, other).release(other);
    return epoch;
  }

  private static boolean knows(long epoch) {
    return ThreadState.current().knows(epoch);
  }

  @Test
  void read_afterReleaseThroughUnsafe_learnsIt() {
    Woven o = new Woven();
    int x = field(Woven.class, "x", "I", false);
    int y = field(Woven.class, "y", "J", false);
    HappensBefore.volatileRead(o, x);
    long epoch = released(o, Internals.offset(Woven.class, "x"));
    HappensBefore.volatileRead(o, y);
    assertThat(knows(epoch)).isFalse();
    HappensBefore.volatileRead(o, x);
    assertThat(knows(epoch)).isTrue();
    assertThat(o.$pm$v$x).isInstanceOf(SyncVar.class);
    assertThat(o.$pm$v$y).isNull();
  }

  @Test
  void read_ofFieldOfSuperclass_learnsIt() {
    Below o = new Below();
    int y = field(Woven.class, "y", "J", false);
    long epoch = released(o, Internals.offset(Woven.class, "y"));
    HappensBefore.volatileRead(o, y);
    assertThat(knows(epoch)).isTrue();
  }

  @Test
  void read_ofStaticField_learnsItFromTheFirstTimeOn() {
    int z = field(Woven.class, "z", "I", true);
    for (int i = 0; i < 3; i++) {
      long epoch = released(Woven.class, Internals.offset(Woven.class, "z"));
      assertThat(knows(epoch)).isFalse();
      HappensBefore.volatileRead(z);
      assertThat(knows(epoch)).isTrue();
    }
  }

  @Test
  void read_ofClassWithoutClocks_learnsIt() {
    Bare o = new Bare();
    int x = field(Bare.class, "x", "I", false);
    long epoch = released(o, Internals.offset(Bare.class, "x"));
    HappensBefore.volatileRead(o, x);
    assertThat(knows(epoch)).isTrue();
  }

  @Test
  void write_thenReadThroughUnsafe_learnsIt() {
    Woven o = new Woven();
    int x = field(Woven.class, "x", "I", false);
    ThreadState t = ThreadState.current();
    long epoch = t.use();
    HappensBefore.volatileWrite(o, x);
    ThreadState other = TestThreads.create(nextTid++, null);
    SyncVar v = SyncTable.peek(o, Internals.offset(Woven.class, "x"), other);
    assertThat(v).isNotNull().isSameAs(o.$pm$v$x);
    java.util.Objects.requireNonNull(v).acquire(other);
    assertThat(other.knows(epoch)).isTrue();
  }

  @Test
  void clone_hasItsOwnClock() throws CloneNotSupportedException {
    Woven o = new Woven();
    int x = field(Woven.class, "x", "I", false);
    long offset = Internals.offset(Woven.class, "x");
    long first = released(o, offset);
    Woven copy = o.copy();
    HappensBefore.volatileRead(copy, x);
    assertThat(knows(first)).isFalse();
    long second = released(copy, offset);
    HappensBefore.volatileRead(copy, x);
    assertThat(knows(first)).isFalse();
    assertThat(knows(second)).isTrue();
  }
}
