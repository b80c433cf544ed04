package dev.prescient.runtime.race;

import java.util.Arrays;

/**
 * The states of consecutive positions, as segments of equal state.
 *
 * <p>State: guarded by the lock of the array's shadow. Segment k covers the positions from the end
 * of segment k-1 to {@code ends[k]}, exclusively; neighbours differ.
 */
final class Lane {
  private int[] ends;
  private VarState[] states;
  private int count;

  private Lane(int capacity) {
    ends = new int[capacity];
    states = new VarState[capacity];
  }

  /** A lane that nobody accessed. */
  static Lane virgin(int length) {
    Lane lane = new Lane(2);
    lane.append(length, VarState.VIRGIN);
    return lane;
  }

  /** A lane to be filled by {@link #append}. */
  static Lane empty() {
    return new Lane(8);
  }

  int segments() {
    return count;
  }

  int end(int segment) {
    return ends[segment];
  }

  VarState state(int segment) {
    return states[segment];
  }

  /** Lets the lane end at a position, with a state from its former end to there. */
  void append(int end, VarState s) {
    int start = count == 0 ? 0 : ends[count - 1];
    if (end <= start) {
      return;
    }
    if (count > 0 && states[count - 1].same(s)) {
      ends[count - 1] = end;
      return;
    }
    if (count == ends.length) {
      grow();
    }
    ends[count] = end;
    states[count++] = s;
  }

  private void grow() {
    ends = Arrays.copyOf(ends, count * 2);
    states = Arrays.copyOf(states, count * 2);
  }

  /**
   * An access of the positions {@code from} to {@code to}, exclusively.
   *
   * @param scale elements of the array per position
   * @param lane the element of position 0
   */
  void access(int from, int to, int scale, int lane, Access access) {
    int k = find(from);
    for (int at = from; at < to; k++) {
      int end = ends[k];
      int last = Math.min(end, to);
      VarState s = states[k];
      VarState next = access.next(s, at * scale + lane, last - at, scale);
      if (next != s) {
        if (at > (k == 0 ? 0 : ends[k - 1])) {
          split(k++, at);
        }
        if (last < end) {
          split(k, last);
        }
        states[k] = next;
        if (k > 0 && states[k - 1].same(next)) {
          ends[k - 1] = last;
          remove(k--);
        }
      }
      at = last;
    }
    if (k < count && k > 0 && states[k - 1].same(states[k])) {
      ends[k - 1] = ends[k];
      remove(k);
    }
  }

  /** The segment of a position. */
  private int find(int position) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (ends[mid] <= position) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  private void split(int k, int at) {
    if (count == ends.length) {
      grow();
    }
    System.arraycopy(ends, k, ends, k + 1, count - k);
    System.arraycopy(states, k, states, k + 1, count - k);
    ends[k] = at;
    count++;
  }

  private void remove(int k) {
    count--;
    System.arraycopy(ends, k + 1, ends, k, count - k);
    System.arraycopy(states, k + 1, states, k, count - k);
  }
}
