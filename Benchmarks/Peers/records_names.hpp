#pragma once

#include "records_table.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

struct BenchText {
  const uint8_t *bytes;
  size_t count;
};

/// Stable order of texts by their bytes: a radix sort from the first bytes on (MSD), whose digits
/// begin at the first bit that differs in a bucket; both threads take buckets as they come free.
template <typename TextAt> class TextSort {
 public:
  /// `text(row)` has eight readable bytes behind it.
  TextSort(size_t count, TextAt text) : count(count), text(text), order(count) {}

  BenchNumbers run() {
    Block<Entry> entries(count), other(count);
    std::vector<uint32_t> places[threads];
    std::vector<Part> parts;
    std::atomic<size_t> next = 0;
    uint64_t keys[threads] = {}, differences[threads] = {};
    int shift = 0;
    Meeting made, counted, ready, placed;
    together([&](int thread) {
      size_t first = part(count, thread), last = part(count, thread + 1);
      uint64_t difference = 0;
      for (size_t row = first; row < last; row++) {
        entries[row] = {head(text(row), 0), uint32_t(row)};
        difference |= entries[row].key ^ entries[first].key;
      }
      if (first < last) keys[thread] = entries[first].key;
      differences[thread] = difference;
      made.meet();
      uint64_t all = keys[0] ^ keys[threads - 1];
      for (uint64_t each : differences) all |= each;
      int high = all == 0 ? first_width - 1 : 63 - __builtin_clzll(all);
      int own_shift = std::max(0, high + 1 - first_width);
      constexpr uint64_t mask = (1 << first_width) - 1;
      auto &own = places[thread];
      own.assign(mask + 1, 0);
      for (size_t row = first; row < last; row++) own[entries[row].key >> own_shift & mask]++;
      counted.meet();
      if (thread == 0) {
        shift = own_shift;
        uint32_t place = 0;
        for (size_t digit = 0; digit <= mask; digit++) {
          uint32_t start = place;
          for (auto &each : places) place += std::exchange(each[digit], place);
          if (place > start) parts.push_back({start, place});
        }
        // The largest first, so that no thread is left with one at the end.
        std::sort(parts.begin(), parts.end(), [](Part a, Part b) {
          return a.last - a.first > b.last - b.first;
        });
      }
      ready.meet();
      for (size_t row = first; row < last; row++) {
        other[own[entries[row].key >> shift & mask]++] = entries[row];
      }
      placed.meet();
      for (size_t i = next++; i < parts.size(); i = next++) {
        Part range = parts[i];
        sort(&other[range.first], &entries[range.first], range.last - range.first, 0,
             &order[range.first]);
      }
    });
    return numbers(std::move(order), count);
  }

 private:
  struct Entry {
    uint64_t key;
    uint32_t row;
  };
  struct Part {
    size_t first;
    size_t last;
  };

  static constexpr int first_width = 13;
  static constexpr size_t few = 40;

  size_t count;
  TextAt text;
  Block<int64_t> order;

  /// Eight bytes from `depth` on as a number, zeros where the text has ended.
  static uint64_t head(BenchText text, size_t depth) {
    if (text.count <= depth) return 0;
    uint64_t word;
    memcpy(&word, text.bytes + depth, 8);
    word = __builtin_bswap64(word);
    size_t left = text.count - depth;
    return left >= 8 ? word : word & ~(UINT64_MAX >> (8 * left));
  }

  /// Sorts entries whose texts are the same before `depth`; `spare` is as large.
  void sort(Entry *entries, Entry *spare, size_t count, size_t depth, int64_t *out) {
    if (count <= few) return sort_few(entries, spare, count, depth, out);
    uint64_t difference = 0;
    for (size_t i = 1; i < count; i++) difference |= entries[i].key ^ entries[0].key;
    if (difference == 0) return descend(entries, spare, count, depth, out);
    int high = 63 - __builtin_clzll(difference);
    int width = std::min(count < 4096 ? 6 : 10, high + 1);
    int shift = high + 1 - width;
    uint64_t mask = (1 << width) - 1;
    uint32_t places[1 << 10];
    std::fill_n(places, mask + 1, 0);
    for (size_t i = 0; i < count; i++) places[entries[i].key >> shift & mask]++;
    uint32_t place = 0;
    for (size_t digit = 0; digit <= mask; digit++) place += std::exchange(places[digit], place);
    for (size_t i = 0; i < count; i++) {
      spare[places[entries[i].key >> shift & mask]++] = entries[i];
    }
    size_t first = 0;
    for (size_t digit = 0; digit <= mask; digit++) {
      size_t last = places[digit];
      if (last == first) continue;
      sort(spare + first, entries + first, last - first, depth, out + first);
      first = last;
    }
  }

  void sort_few(Entry *entries, Entry *spare, size_t count, size_t depth, int64_t *out) {
    for (size_t i = 1; i < count; i++) {
      Entry moved = entries[i];
      size_t at = i;
      for (; at > 0 && entries[at - 1].key > moved.key; at--) entries[at] = entries[at - 1];
      entries[at] = moved;
    }
    for (size_t first = 0, last; first < count; first = last) {
      last = first + 1;
      while (last < count && entries[last].key == entries[first].key) last++;
      if (last - first == 1) {
        out[first] = entries[first].row;
      } else {
        descend(entries + first, spare + first, last - first, depth, out + first);
      }
    }
  }

  /// Orders entries with equal keys: first the texts that have ended, by their lengths (bytes of
  /// zero look like an end), then the others by their next bytes.
  void descend(Entry *entries, Entry *spare, size_t count, size_t depth, int64_t *out) {
    size_t longer = 0, ended = 0;
    for (size_t i = 0; i < count; i++) {
      BenchText each = text(entries[i].row);
      if (each.count > depth + 8) {
        entries[longer++] = {head(each, depth + 8), entries[i].row};
      } else {
        spare[ended++] = {each.count, entries[i].row};
      }
    }
    std::sort(spare, spare + ended, [](const Entry &a, const Entry &b) {
      return std::pair(a.key, a.row) < std::pair(b.key, b.row);
    });
    for (size_t i = 0; i < ended; i++) out[i] = spare[i].row;
    if (longer > 0) sort(entries, spare, longer, depth + 8, out + ended);
  }
};

template <typename TextAt> BenchNumbers sort_texts(size_t count, TextAt text) {
  return TextSort<TextAt>(count, text).run();
}
