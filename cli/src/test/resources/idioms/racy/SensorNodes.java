import java.util.*;

/**
 * Nodes of a sensor network that advance in lock-step and send to each other: counters, a field of
 * the medium, and what a monitor reads of the nodes are not guarded.
 */
public class SensorNodes {
  static final int NODES = 3;

  static final class Sim {
    long packets, energy;
  }

  static final class Barrier {
    int in;
    long generation;

    synchronized void await() throws InterruptedException {
      long g = generation;
      if (++in == NODES) {
        in = 0;
        generation++;
        notifyAll();
      } else while (g == generation) wait();
    }
  }

  static final class Medium {
    final List<ArrayDeque<int[]>> boxes =
        List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
    int lastChannel;

    void send(int from, int to, int b) {
      lastChannel = to; // race: SensorNodes$Medium.lastChannel
      synchronized (boxes.get(to)) {
        boxes.get(to).add(new int[] {from, b});
      }
    }

    List<int[]> drain(int me) {
      synchronized (boxes.get(me)) {
        List<int[]> all = new ArrayList<>(boxes.get(me));
        boxes.get(me).clear();
        all.sort(Comparator.comparingInt(x -> x[0]));
        return all;
      }
    }
  }

  static final class Node {
    final int id;
    final Sim sim;
    final Medium air;
    final Barrier barrier;
    final byte[] ram = new byte[64];
    int pc, cycles, state;
    List<int[]> inbox = List.of();

    Node(int id, Sim sim, Medium air, Barrier barrier) {
      this.id = id;
      this.sim = sim;
      this.air = air;
      this.barrier = barrier;
    }

    void window(Idiom.Rng code) {
      for (int[] m : inbox) ram[m[1] & 63] ^= (byte) m[0];
      for (int i = 0; i < 40; i++) {
        int x = code.next(64);
        pc += ram[x];
        ram[x]++;
        if (x < 4) {
          air.send(id, (id + 1) % NODES, x);
          sim.packets++; // race: SensorNodes$Sim.packets
        } else if (x < 8) {
          state = x; // race: SensorNodes$Node.state
        }
      }
      sim.energy += cycles++; // race: SensorNodes$Sim.energy
    }

    void run() {
      try {
        Idiom.Rng code = new Idiom.Rng(id + 3);
        for (int w = 0; w < 40; w++) {
          window(code);
          barrier.await();
          inbox = air.drain(id);
          barrier.await();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] a) throws Exception {
    Sim sim = new Sim();
    Medium air = new Medium();
    Barrier barrier = new Barrier();
    Node[] nodes = new Node[NODES];
    for (int i = 0; i < NODES; i++) nodes[i] = new Node(i, sim, air, barrier);
    Runnable monitor =
        () -> {
          int active = 0;
          for (int i = 0; i < 100; i++) {
            for (Node n : nodes) {
              active += n.state; // race: SensorNodes$Node.state
            }
            Thread.yield();
          }
        };
    Idiom.par(monitor, nodes[0]::run, nodes[1]::run, nodes[2]::run);
    System.out.println(sim.packets + sim.energy);
  }
}
