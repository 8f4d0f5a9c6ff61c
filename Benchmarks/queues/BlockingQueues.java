import java.util.concurrent.ArrayBlockingQueue;

/**
 * Moves 64-bit integers through an ArrayBlockingQueue, from as many producers to as many consumers,
 * and prints the seconds that each of several rounds took: the first ones warm the compiler up.
 *
 * java BlockingQueues.java PAIRS MESSAGES CAPACITY ROUNDS
 */
final class BlockingQueues {
  public static void main(String[] words) throws InterruptedException {
    int pairs = Integer.parseInt(words[0]);
    long each = Long.parseLong(words[1]) / pairs;
    int capacity = Integer.parseInt(words[2]);
    for (int round = 0; round < Integer.parseInt(words[3]); round++) {
      System.out.println(seconds(pairs, each, capacity));
    }
  }

  private static double seconds(int pairs, long each, int capacity) throws InterruptedException {
    ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(capacity);
    long[] sums = new long[pairs];
    Thread[] threads = new Thread[2 * pairs];
    for (int pair = 0; pair < pairs; pair++) {
      int number = pair;
      threads[2 * pair] = new Thread(() -> put(queue, each));
      threads[2 * pair + 1] = new Thread(() -> sums[number] = take(queue, each));
    }
    long start = System.nanoTime();
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    double seconds = (System.nanoTime() - start) / 1e9;
    long sum = 0;
    for (long part : sums) sum += part;
    if (sum != pairs * (each * (each - 1) / 2)) throw new AssertionError("elements were lost");
    return seconds;
  }

  private static void put(ArrayBlockingQueue<Long> queue, long each) {
    try {
      for (long n = 0; n < each; n++) queue.put(n);
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  private static long take(ArrayBlockingQueue<Long> queue, long each) {
    long sum = 0;
    try {
      for (long n = 0; n < each; n++) sum += queue.take();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
    return sum;
  }
}
