// Moves 64-bit integers through moodycamel's blocking queue, from as many producers to as many
// consumers, and prints the seconds it took. The queue has no bound of its own: a semaphore of the
// same library counts its free places.
//
//   moodycamel PAIRS MESSAGES CAPACITY

#include <chrono>
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

int main(int, char **words) {
  const int pairs = std::atoi(words[1]);
  const std::uint64_t each = std::strtoull(words[2], nullptr, 10) / pairs;
  const int capacity = std::atoi(words[3]);
  moodycamel::BlockingConcurrentQueue<std::uint64_t> queue(capacity);
  moodycamel::LightweightSemaphore places(capacity);
  std::vector<std::uint64_t> sums(pairs);
  std::vector<std::thread> threads;
  const auto start = std::chrono::steady_clock::now();
  for (int pair = 0; pair < pairs; ++pair) {
    threads.emplace_back([&] {
      moodycamel::ProducerToken token(queue);
      for (std::uint64_t n = 0; n < each; ++n) {
        places.wait();
        queue.enqueue(token, n);
      }
    });
    threads.emplace_back([&, pair] {
      moodycamel::ConsumerToken token(queue);
      std::uint64_t sum = 0, value;
      for (std::uint64_t n = 0; n < each; ++n) {
        queue.wait_dequeue(token, value);
        places.signal();
        sum += value;
      }
      sums[pair] = sum;
    });
  }
  for (auto &thread : threads) thread.join();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::uint64_t sum = 0;
  for (auto part : sums) sum += part;
  if (sum != pairs * (each * (each - 1) / 2)) std::abort();
  std::printf("%.9f\n", taken.count());
}
