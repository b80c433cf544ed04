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

  /** The id of an ended thread is given to another, which did not learn all that it knew. */
  @Test
  void acquire_ofWhatAFormerOwnerReleasedLast_isLearnt() {
    TestThreads.Reused ids = new TestThreads.Reused();
    ThreadState main = ids.create(null);
    ThreadState writer = ids.create(main);
    ThreadState third = ids.create(main);
    ThreadState former = ids.create(main);
    former.use();
    TestThreads.release(LOCK, former);
    long write = writer.use();
    Object written = new Object();
    TestThreads.release(written, writer);
    TestThreads.acquire(written, former);
    Object last = new Object();
    TestThreads.release(last, former); // no access was recorded since the one before
    ids.end(former);

    TestThreads.acquire(LOCK, main);
    ThreadState next = ids.create(main);
    assertThat(next.tid).isEqualTo(former.tid);
    next.use();
    TestThreads.release(OTHER, next);
    TestThreads.acquire(OTHER, third);
    for (ThreadState t : new ThreadState[] {next, third}) {
      assertThat(t.knows(write)).isFalse();
      TestThreads.acquire(last, t);
      assertThat(t.knows(write)).isTrue();
    }
  }

  @Test
  void create_whileTheLastAccessOfAnEndedThreadIsUnknown_takesANewId() {
    TestThreads.Reused ids = new TestThreads.Reused();
    ThreadState main = ids.create(null);
    ThreadState former = ids.create(main);
    former.use();
    TestThreads.release(LOCK, former);
    former.use();
    ids.end(former);
    TestThreads.acquire(LOCK, main);
    assertThat(ids.create(main).tid).isNotEqualTo(former.tid);
  }

  @Test
  void child_ofALongPath_hasAShortOneThatTellsParentsApart() {
    String path = "0";
    for (int i = 0; i < 10_000; i++) {
      path = Threads.child(path, 1);
    }
    assertThat(path).hasSizeLessThan(210);
    assertThat(Threads.child("0.2", 3)).isEqualTo("0.2.3");
    String one = "0" + ".1".repeat(150);
    assertThat(Threads.child(one, 1)).isNotEqualTo(Threads.child(one + ".1", 1));
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
