package dev.prescient.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entries are found while their objects live, and let go of afterwards. */
class WeakTableTest {
  private static final int MANY = 3_000;

  private static final class Table extends WeakTable {
    int dropped;

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new WeakEntry(key, offset, hash) {};
    }

    @Override
    protected void dropped(WeakEntry dead) {
      dropped++;
    }

    WeakEntry find(Object key) {
      return find(key, 0, hash(key, 0));
    }
  }

  private final Table table = new Table();
  private final List<Object> keys = new ArrayList<>();
  private final List<WeakEntry> entries = new ArrayList<>();

  private void fill() {
    for (int i = 0; i < MANY; i++) {
      Object key = new Object();
      keys.add(key);
      entries.add(table.find(key));
    }
  }

  @Test
  void find_sameObject_sameEntry() {
    fill();
    for (int i = 0; i < MANY; i++) {
      assertThat(table.find(keys.get(i))).isSameAs(entries.get(i));
    }
  }

  @Test
  void grown_muchInLiveEntries_dropsTheDeadAndOnlyThose() {
    fill();
    for (int i = 0; i < MANY; i += 2) {
      entries.get(i).clear(); // as the collector does
    }
    int before = table.dropped;
    table.grown(10);
    assertThat(table.dropped).as("a little growth").isEqualTo(before);
    table.grown(10L << 20);
    assertThat(table.dropped).isEqualTo(MANY / 2);
    for (int i = 1; i < MANY; i += 2) {
      Object key = keys.get(i);
      assertThat(table.peek(key, 0, WeakTable.hash(key, 0))).isSameAs(entries.get(i));
    }
  }

  @Test
  void grown_afterMostHaveDied_soonSearchesTheRest() {
    for (int i = 0; i < 10; i++) {
      fill();
    }
    List<WeakEntry> last = entries.subList(0, 100);
    entries.subList(100, entries.size()).forEach(WeakEntry::clear);
    for (int i = 0; i < 10; i++) {
      table.grown(10L << 20);
    }
    assertThat(table.dropped).isEqualTo(entries.size() - last.size());
    last.forEach(WeakEntry::clear);
    int steps = 0;
    while (table.dropped < entries.size()) {
      table.grown(1000);
      steps++;
      assertThat(steps).isLessThan(1_000);
    }
  }

  @Test
  void grown_stepByStep_searchesInProportion() {
    fill();
    entries.forEach(WeakEntry::clear);
    int steps = 0;
    while (table.dropped < MANY) {
      table.grown(1000);
      steps++;
      assertThat(steps).isLessThan(2_000);
    }
    assertThat(steps).isGreaterThan(20);
  }

  @Test
  void find_deadObjectsEntriesLeft_newObjectGetsANewOne() {
    fill();
    entries.forEach(WeakEntry::clear);
    table.grown(10L << 20);
    assertThat(table.find(keys.get(0))).isNotSameAs(entries.get(0));
  }
}
