package dev.prescient.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Threads that share an id invent no race: what one released is learnt by every acquirer. */
class ThreadIdsTest {
  private static final Object LOCK = new Object();
  private static final Object OTHER = new Object();

  @Test
  void largest_growsWithTheHeap() {
    assertThat(Threads.largest(16L << 20)).isEqualTo(512);
    assertThat(Threads.largest(1L << 30)).isEqualTo(1024);
    assertThat(Threads.largest(1L << 60)).isEqualTo(32_768);
  }

  @Test
  void acquire_ownerOfTheSameId_learnsWhatTheReleaserKnew() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState writer = TestThreads.create(2, main);
    ThreadState one = TestThreads.create(3, main);
    ThreadState two = TestThreads.create(3, main);
    one.sharesId = true;
    two.sharesId = true;
    for (int i = 0; i < 5; i++) { // its clock is ahead of the other's
      two.use();
      TestThreads.release(new Object(), two);
    }
    long write = writer.use();
    TestThreads.release(LOCK, writer);
    TestThreads.acquire(LOCK, one);
    one.use();
    TestThreads.release(OTHER, one);
    assertThat(two.knows(write)).isFalse();
    TestThreads.acquire(OTHER, two);
    assertThat(two.knows(write)).isTrue();
  }

  @Test
  void publish_sharedId_isNeverTakenForKnown() {
    ThreadState main = TestThreads.create(1, null);
    ThreadState one = TestThreads.create(3, main);
    one.sharesId = true;
    one.use();
    Release r = one.publish();
    ThreadState two = TestThreads.create(3, main);
    for (int i = 0; i < 5; i++) {
      two.use();
      two.tick();
    }
    assertThat(two.knows(r.epoch)).isFalse();
    assertThat(r.knows(Epoch.of(3, 1))).isTrue();
  }
}
