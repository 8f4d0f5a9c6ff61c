#include "records_table.hpp"

#include <algorithm>
#include <string>

namespace {

/// The rows that each thread finds, behind one another in the end.
template <typename Find> BenchNumbers gather(size_t count, Pages pages, Find find) {
  Block<int64_t> found(count + 64 * threads, pages);
  size_t counts[threads];
  together([&](int thread) {
    size_t first = part(count, thread);
    int64_t *start = &found[first];
    counts[thread] = find(first, part(count, thread + 1), start) - start;
  });
  memmove(&found[counts[0]], &found[part(count, 1)], counts[1] * sizeof(int64_t));
  return numbers(std::move(found), counts[0] + counts[1]);
}

/// Rows that are looked at together.
constexpr size_t run = 2048;

/// Bits of those of eight slots that have `count` bytes.
uint32_t counted(const BenchSlot *slots, size_t count) {
  typedef uint64_t Slots8 __attribute__((ext_vector_type(8)));
  typedef bool Bits8 __attribute__((ext_vector_type(8)));
  Slots8 loaded;
  memcpy(&loaded, slots, sizeof(loaded));
  Bits8 found = __builtin_convertvector(loaded >> 32 == count, Bits8);
  uint8_t bits;
  memcpy(&bits, &found, 1);
  return bits;
}

/// Finds a needle of small ASCII letters and digits, two or more, in either case and either width.
///
/// In full width each is EF, BC or BD, and a third byte, in which, as in ASCII, the bit 20 tells
/// large letters from small ones.
class Needle {
 public:
  Needle(const uint8_t *bytes, size_t count) : letters(bytes, bytes + count) {}

  /// Bits of the 64 places from `at` on where the needle may begin.
  uint64_t candidates(const uint8_t *at) const {
    Bytes64 second = load64(at + 1), fourth = load64(at + 3);
    auto narrow = ((load64(at) | large) == narrow_fold(letters[0])) &
        (((second | large) == narrow_fold(letters[1])) | (second == lead));
    auto wide = (load64(at) == lead) & ((load64(at + 2) | large) == wide_fold(letters[0])) &
        (((fourth | large) == narrow_fold(letters[1])) | (fourth == lead));
    return bits(narrow | wide);
  }

  /// The length of what is found at `at`, 0 when it is something else.
  size_t length(const uint8_t *at) const {
    const uint8_t *start = at;
    for (uint8_t letter : letters) {
      uint32_t code = *at;
      int bytes = 1;
      if (code == lead && (at[1] == 0xBC || at[1] == 0xBD)) {
        code = (0xF000 | (at[1] & 63) << 6 | (at[2] & 63)) - 0xFEE0;
        bytes = 3;
      }
      if (code >= 'A' && code <= 'Z') code |= large;
      if (code != letter) return 0;
      at += bytes;
    }
    return at - start;
  }

 private:
  static constexpr uint8_t lead = 0xEF, large = 0x20;
  std::basic_string<uint8_t> letters;

  static uint8_t narrow_fold(uint8_t letter) { return letter | large; }
  static uint8_t wide_fold(uint8_t letter) { return 0x80 | ((letter + 0xFEE0) & 63) | large; }
};

}  // namespace

BenchNumbers bench_records_containing(
    const BenchRecords *records, const uint8_t *bytes, size_t count) {
  const BenchSlot *slots = records->slots.data();
  const uint8_t *arena = records->arena.data();
  Needle needle(bytes, count);
  return gather(records->count, Pages::small, [&](size_t row, size_t last, int64_t *out) {
    if (row == last) return out;
    size_t from = slots[row].offset;
    size_t end = slots[last - 1].offset + slots[last - 1].count;
    for (; from < end; from += 64) {
      for (uint64_t found = needle.candidates(arena + from); found != 0; found &= found - 1) {
        size_t at = from + __builtin_ctzll(found);
        size_t length = needle.length(arena + at);
        if (length == 0) continue;
        // The names lie one behind the other; one that was found is behind already.
        while (row < last && slots[row].offset + slots[row].count <= at) row++;
        if (row == last) return out;
        if (at < slots[row].offset) continue;
        if (at + length <= slots[row].offset + slots[row].count) *out++ = row++;
      }
    }
    return out;
  });
}

BenchNumbers bench_records_named(
    const BenchRecords *records, const uint8_t *name, size_t count) {
  const BenchSlot *slots = records->slots.data();
  const uint8_t *arena = records->arena.data();
  return gather(records->count, Pages::small, [=](size_t row, size_t last, int64_t *out) {
    // The bytes are asked for as soon as a length fits, and looked at when they have come.
    uint32_t fitting[run];
    while (row < last) {
      size_t end = std::min(row + run, last);
      size_t fit = 0;
      for (; row + 8 <= end; row += 8) {
        for (uint32_t found = counted(slots + row, count); found != 0; found &= found - 1) {
          fitting[fit] = uint32_t(row) + __builtin_ctz(found);
          __builtin_prefetch(arena + slots[fitting[fit++]].offset);
        }
      }
      for (; row < end; row++) {
        if (slots[row].count == count) fitting[fit++] = uint32_t(row);
      }
      for (size_t i = 0; i < fit; i++) {
        if (memcmp(arena + slots[fitting[i]].offset, name, count) == 0) *out++ = fitting[i];
      }
    }
    return out;
  });
}

BenchNumbers bench_records_rated(const BenchRecords *records, double low, double high) {
  const double *rates = records->rates.data();
  return gather(records->count, Pages::huge, [=](size_t row, size_t last, int64_t *out) {
    // Written always and kept where it fits: there is no branch to guess wrong.
    for (; row < last; row++) {
      *out = row;
      out += rates[row] >= low && rates[row] < high;
    }
    return out;
  });
}
