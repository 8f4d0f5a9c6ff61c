#include "records_table.hpp"

#include <algorithm>
#include <vector>

namespace {

/// Stable counting sort of keys that lie closely, each thread over its part of the records.
BenchNumbers counting_sort(const int64_t *keys, size_t count, int64_t least, size_t range) {
  Block<uint32_t> places[threads];
  for (auto &block : places) block = Block<uint32_t>(range);
  Block<int64_t> order(count);
  uint32_t sums[threads];
  Meeting counted, summed, placed;
  together([&](int thread) {
    uint32_t *own = places[thread].data();
    size_t first = part(count, thread), last = part(count, thread + 1);
    for (size_t row = first; row < last; row++) own[keys[row] - least]++;
    counted.meet();
    size_t low = part(range, thread), high = part(range, thread + 1);
    uint32_t sum = 0;
    for (auto &block : places) {
      for (size_t key = low; key < high; key++) sum += block[key];
    }
    sums[thread] = sum;
    summed.meet();
    uint32_t place = 0;
    for (int i = 0; i < thread; i++) place += sums[i];
    for (size_t key = low; key < high; key++) {
      for (auto &block : places) place += std::exchange(block[key], place);
    }
    placed.meet();
    for (size_t row = first; row < last; row++) order[own[keys[row] - least]++] = row;
  });
  return numbers(std::move(order), count);
}

/// One pass of a stable radix sort over 64-bit words, both threads over contiguous parts.
class Pass {
 public:
  static constexpr int width = 11;
  static constexpr size_t buckets = 1 << width;

  /// Every thread calls it with the same arguments.
  template <typename Emit>
  void run(int thread, const uint64_t *from, size_t count, int shift, int width, Emit emit) {
    uint64_t mask = (1 << width) - 1;
    uint32_t *own = places[thread];
    std::fill_n(own, mask + 1, 0);
    size_t first = part(count, thread), last = part(count, thread + 1);
    for (size_t i = first; i < last; i++) own[from[i] >> shift & mask]++;
    counted.meet();
    uint32_t local[buckets];
    uint32_t place = 0;
    for (size_t bucket = 0; bucket <= mask; bucket++) {
      for (int i = 0; i < threads; i++) {
        if (i == thread) local[bucket] = place;
        place += places[i][bucket];
      }
    }
    for (size_t i = first; i < last; i++) emit(local[from[i] >> shift & mask]++, from[i]);
    scattered.meet();
  }

 private:
  uint32_t places[threads][buckets];
  Meeting counted, scattered;
};

/// Orders records by 64-bit keys: a radix sort of the highest 32 bits that differ, packed with the
/// record numbers, then the runs that those leave equal.
template <typename Key> class RadixSort {
 public:
  RadixSort(size_t count, Key key) : count(count), key(key) {}

  BenchNumbers run() {
    Block<int64_t> order(count);
    Block<uint64_t> packed(count), other(count);
    auto *passes = new Pass[3];
    Meeting measured, packed_all;
    together([&](int thread) {
      size_t first = part(count, thread), last = part(count, thread + 1);
      uint64_t low = UINT64_MAX, high = 0;
      for (size_t row = first; row < last; row++) {
        low = std::min<uint64_t>(low, key(row));
        high = std::max<uint64_t>(high, key(row));
      }
      lows[thread] = low;
      highs[thread] = high;
      measured.meet();
      low = *std::min_element(lows, lows + threads);
      high = *std::max_element(highs, highs + threads);
      int width = high <= low ? 1 : 64 - __builtin_clzll(high - low);
      int shift = std::max(0, width - 32);
      for (size_t row = first; row < last; row++) {
        packed[row] = (key(row) - low) >> shift << 32 | row;
      }
      packed_all.meet();
      sort(thread, passes, packed.data(), other.data(), std::min(width, 32), shift > 0, order);
    });
    delete[] passes;
    return numbers(std::move(order), count);
  }

 private:
  size_t count;
  Key key;
  uint64_t lows[threads], highs[threads];

  void sort(
      int thread, Pass *passes, uint64_t *from, uint64_t *to, int width, bool refined,
      Block<int64_t> &order) {
    int steps = (width + Pass::width - 1) / Pass::width;
    int each = (width + steps - 1) / steps;
    for (int step = 0; step < steps; step++) {
      int shift = 32 + step * each;
      if (step + 1 < steps || refined) {
        passes[step].run(thread, from, count, shift, each, [=](uint32_t place, uint64_t word) {
          to[place] = word;
        });
        std::swap(from, to);
      } else {
        passes[step].run(thread, from, count, shift, each, [&](uint32_t place, uint64_t word) {
          order[place] = uint32_t(word);
        });
      }
    }
    if (refined) refine(thread, from, order);
  }

  /// Writes the order of one part, whose bounds are moved to the ends of runs.
  void refine(int thread, uint64_t *sorted, Block<int64_t> &order) {
    auto bound = [&](int index) {
      size_t at = part(count, index);
      while (at > 0 && at < count && sorted[at] >> 32 == sorted[at - 1] >> 32) at++;
      return at;
    };
    size_t last = bound(thread + 1);
    for (size_t from = bound(thread), to; from < last; from = to) {
      uint64_t first = key(uint32_t(sorted[from]));
      bool equal = true;
      order[from] = uint32_t(sorted[from]);
      for (to = from + 1; to < last && sorted[to] >> 32 == sorted[from] >> 32; to++) {
        equal &= key(uint32_t(sorted[to])) == first;
        order[to] = uint32_t(sorted[to]);
      }
      if (equal) continue;
      std::sort(&order[from], &order[from] + (to - from), [&](int64_t a, int64_t b) {
        return std::pair(key(a), a) < std::pair(key(b), b);
      });
    }
  }
};

template <typename Key> BenchNumbers radix_sort(size_t count, Key key) {
  return RadixSort<Key>(count, key).run();
}

}  // namespace

BenchNumbers bench_records_sort_ids(const BenchRecords *records) {
  const int64_t *keys = records->ids.data();
  size_t count = records->count;
  int64_t lows[threads], highs[threads];
  together([&](int thread) {
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (size_t row = part(count, thread); row < part(count, thread + 1); row++) {
      low = std::min(low, keys[row]);
      high = std::max(high, keys[row]);
    }
    lows[thread] = low;
    highs[thread] = high;
  });
  int64_t low = *std::min_element(lows, lows + threads);
  int64_t high = *std::max_element(highs, highs + threads);
  uint64_t range = uint64_t(high) - uint64_t(low);
  if (high >= low && range < 4 * count) return counting_sort(keys, count, low, range + 1);
  return radix_sort(count, [=](size_t row) { return uint64_t(keys[row]) ^ 1ull << 63; });
}

BenchNumbers bench_records_sort_rates(const BenchRecords *records) {
  const double *rates = records->rates.data();
  return radix_sort(records->count, [=](size_t row) {
    // Adding zero makes -0 into 0; the order of the bits is that of the numbers once the negative
    // ones are turned round.
    double rate = rates[row] + 0.0;
    int64_t word;
    memcpy(&word, &rate, 8);
    return uint64_t(word ^ (word >> 63 & INT64_MAX)) ^ 1ull << 63;
  });
}
