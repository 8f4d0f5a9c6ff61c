#include "records_table.hpp"

#include <algorithm>
#include <vector>

BenchGroups bench_records_group_active(const BenchRecords *records) {
  size_t count = records->count, words = (count + 63) / 64, set = 0;
  size_t first[2] = {count, count};
  for (size_t i = 0; i < words; i++) {
    uint64_t word = records->active[i];
    uint64_t unset = ~word;
    if (i == words - 1 && count % 64 != 0) unset &= (1ull << count % 64) - 1;
    set += __builtin_popcountll(word);
    if (word != 0 && first[1] == count) first[1] = i * 64 + __builtin_ctzll(word);
    if (unset != 0 && first[0] == count) first[0] = i * 64 + __builtin_ctzll(unset);
  }
  int64_t counts[2] = {int64_t(count - set), int64_t(set)};
  auto *memory = static_cast<int64_t *>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (memory == MAP_FAILED) abort();
  BenchGroups groups = {{memory, 0, memory, 4096}, {memory + 2, 0, nullptr, 0}};
  int earlier = first[1] < first[0];
  for (int value : {earlier, 1 - earlier}) {
    if (counts[value] == 0) continue;
    groups.first.values[groups.first.count++] = first[value];
    groups.counts.values[groups.counts.count++] = counts[value];
  }
  return groups;
}

namespace {

uint64_t mixed(uint64_t a, uint64_t b) {
  auto product = static_cast<unsigned __int128>(a) * b;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

/// A hash of bytes, 16 at a time, whose last may be read over by 16.
uint64_t hash(const uint8_t *bytes, size_t count) {
  constexpr uint64_t odd = 0x9E3779B97F4A7C15, other = 0xD6E8FEB86659FD93;
  uint64_t state = count * odd;
  uint64_t words[2];
  for (; count > 16; bytes += 16, count -= 16) {
    memcpy(words, bytes, 16);
    state = mixed(words[0] ^ odd ^ state, words[1] ^ other);
  }
  memcpy(words, bytes, 16);
  if (count < 8) {
    words[0] &= (1ull << 8 * count) - 1;
    words[1] = 0;
  } else if (count < 16) {
    words[1] &= (1ull << 8 * (count - 8)) - 1;
  }
  return mixed(words[0] ^ odd ^ state, words[1] ^ other ^ state);
}

/// Counts names: cut by hash into parts that fit the cache, a table for each.
class NameGroups {
 public:
  explicit NameGroups(const BenchRecords &records)
      : records(records), count(records.count), hashed(count), scattered(count), counts(count) {}

  BenchGroups run() {
    Block<int64_t> first(count), sizes(count);
    size_t found[threads];
    together([&](int thread) {
      cut(thread);
      for (size_t i = next++; i < parts; i = next++) count_part(i);
      all_counted.meet();
      size_t row = part(count, thread), last = part(count, thread + 1);
      size_t out = row;
      for (; row < last; row++) {
        first[out] = row;
        sizes[out] = counts[row];
        out += counts[row] != 0;
      }
      found[thread] = out - part(count, thread);
    });
    memmove(&first[found[0]], &first[part(count, 1)], found[1] * sizeof(int64_t));
    memmove(&sizes[found[0]], &sizes[part(count, 1)], found[1] * sizeof(int64_t));
    size_t groups = found[0] + found[1];
    return {numbers(std::move(first), groups), numbers(std::move(sizes), groups)};
  }

 private:
  static constexpr int width = 8;
  static constexpr size_t parts = 1 << width;

  const BenchRecords &records;
  size_t count;
  /// The higher half of a hash, and the record's number.
  Block<uint64_t> hashed, scattered;
  /// For the first record of each name: how many there are.
  Block<uint32_t> counts;
  uint32_t places[threads][parts] = {};
  uint32_t bounds[parts + 1];
  std::atomic<size_t> next = 0;
  Meeting counted, cut_all, all_counted;

  void cut(int thread) {
    size_t first = part(count, thread), last = part(count, thread + 1);
    for (size_t row = first; row < last; row++) {
      BenchSlot slot = records.slots[row];
      uint64_t word = hash(&records.arena[slot.offset], slot.count) >> 32 << 32 | row;
      hashed[row] = word;
      places[thread][word >> (64 - width)]++;
    }
    counted.meet();
    uint32_t local[parts];
    uint32_t place = 0;
    for (size_t i = 0; i < parts; i++) {
      if (thread == 0) bounds[i] = place;
      for (int other = 0; other < threads; other++) {
        if (other == thread) local[i] = place;
        place += places[other][i];
      }
    }
    if (thread == 0) bounds[parts] = place;
    for (size_t row = first; row < last; row++) {
      scattered[local[hashed[row] >> (64 - width)]++] = hashed[row];
    }
    cut_all.meet();
  }

  bool equal(uint32_t a, uint32_t b) const {
    BenchSlot left = records.slots[a], right = records.slots[b];
    return left.count == right.count &&
        memcmp(&records.arena[left.offset], &records.arena[right.offset], left.count) == 0;
  }

  void count_part(size_t index) {
    size_t size = bounds[index + 1] - bounds[index];
    int bits = 4;
    while (size_t(1) << bits < size * 2) bits++;
    std::vector<uint64_t> table(size_t(1) << bits, UINT64_MAX);
    uint64_t mask = table.size() - 1;
    for (size_t i = bounds[index]; i < bounds[index + 1]; i++) {
      uint64_t word = scattered[i];
      uint64_t at = word << width >> (64 - bits);
      for (;; at = (at + 1) & mask) {
        uint64_t held = table[at];
        if (held == UINT64_MAX) {
          table[at] = word;
          counts[uint32_t(word)] = 1;
          break;
        }
        if (held >> 32 == word >> 32 && equal(uint32_t(held), uint32_t(word))) {
          counts[uint32_t(held)]++;
          break;
        }
      }
    }
  }
};

}  // namespace

BenchGroups bench_records_group_names(const BenchRecords *records) {
  return NameGroups(*records).run();
}
