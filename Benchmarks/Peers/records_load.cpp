#include "records_table.hpp"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// A file in memory, with a page of zeros behind it.
class Mapping {
 public:
  explicit Mapping(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return;
    size_ = status.st_size;
    void *start = mmap(nullptr, size_ + page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start != MAP_FAILED && size_ > 0) {
      void *mapped = mmap(start, size_, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
      if (mapped != MAP_FAILED) bytes_ = static_cast<const uint8_t *>(mapped);
    }
    close(file);
  }
  ~Mapping() {
    if (bytes_ != nullptr) munmap(const_cast<uint8_t *>(bytes_), size_ + page);
  }

  const uint8_t *begin() const { return bytes_; }
  const uint8_t *end() const { return bytes_ + size_; }

 private:
  static constexpr size_t page = 4096;
  const uint8_t *bytes_ = nullptr;
  size_t size_ = 0;
};

const uint8_t *find(const uint8_t *from, const uint8_t *end, uint8_t wanted) {
  for (; from < end; from += 64) {
    if (uint64_t found = matches(from, wanted)) return from + __builtin_ctzll(found);
  }
  return end;
}

size_t count_lines(const uint8_t *from, const uint8_t *end) {
  size_t count = 0;
  for (; end - from >= 64; from += 64) count += __builtin_popcountll(matches(from, '\n'));
  for (; from < end; from++) count += *from == '\n';
  return count;
}

constexpr uint64_t repeated(uint8_t byte) { return 0x0101010101010101 * uint64_t(byte); }

uint64_t eight(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

/// The index of the first `wanted`, 8 when there is none.
int index_of(uint64_t word, uint8_t wanted) {
  uint64_t differs = word ^ repeated(wanted);
  uint64_t zeros = (differs - repeated(1)) & ~differs & repeated(0x80);
  return zeros == 0 ? 8 : __builtin_ctzll(zeros) / 8;
}

/// Whether all eight bytes are digits.
bool are_digits(uint64_t word) {
  return (((word + repeated(0x46)) | (word - repeated('0'))) & repeated(0x80)) == 0;
}

/// Eight digits, the first in the lowest byte.
uint64_t value(uint64_t digits) {
  digits -= repeated('0');
  digits = digits * 10 + (digits >> 8);
  constexpr uint64_t mask = 0x000000FF000000FF;
  return ((digits & mask) * (100 + (1000000ull << 32)) +
          (digits >> 16 & mask) * (1 + (10000ull << 32))) >> 32;
}

/// The first `count` bytes of a word, 1 to 7, behind zeros.
uint64_t digits(uint64_t word, int count) {
  return word << (64 - 8 * count) | repeated('0') >> (8 * count);
}

const uint8_t *read_id(const uint8_t *from, const uint8_t *end, int64_t &id) {
  uint64_t word = eight(from);
  int length = index_of(word, '\t');
  if (length > 0 && length < 8) {
    uint64_t padded = digits(word, length);
    if (are_digits(padded)) {
      id = value(padded);
      return from + length;
    }
  }
  const char *start = reinterpret_cast<const char *>(from);
  auto read = std::from_chars(start, reinterpret_cast<const char *>(end), id);
  return read.ec == std::errc() ? reinterpret_cast<const uint8_t *>(read.ptr) : nullptr;
}

const uint8_t *read_rate(const uint8_t *from, const uint8_t *end, double &rate) {
  static constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
  uint64_t word = eight(from);
  int length = index_of(word, '\t');
  int dot = index_of(word, '.');
  if (length < 8 && dot > 0 && dot + 1 < length) {
    // The whole part moves up by the dot's place.
    uint64_t whole = word & ((1ull << (8 * dot)) - 1);
    uint64_t padded = digits((word & ~((1ull << (8 * dot + 8)) - 1)) | whole << 8, length);
    padded = (padded & ~(0xFFull << (64 - 8 * length))) | uint64_t('0') << (64 - 8 * length);
    if (are_digits(padded)) {
      // Both are exact, so the quotient is the nearest double.
      rate = double(value(padded)) / powers[length - dot - 1];
      return from + length;
    }
  }
  const char *start = reinterpret_cast<const char *>(from);
  auto read = std::from_chars(start, reinterpret_cast<const char *>(end), rate);
  return read.ec == std::errc() ? reinterpret_cast<const uint8_t *>(read.ptr) : nullptr;
}

/// Reads the lines of one part; names go to the arena from `used` on.
class Reader {
 public:
  Reader(BenchRecords &records, size_t used, const uint8_t *from, const uint8_t *end)
      : records(records), used(used), from(from), end(end) {}

  /// Bits of `active` in the words that are shared with the other part.
  uint64_t first_word = 0;

  bool read(size_t first, size_t last) {
    uint64_t word = 0;
    for (size_t row = first; row < last; row++) {
      if (!read_line(row, word)) return false;
      if ((row & 63) != 63 && row + 1 < last) continue;
      if (row / 64 == first / 64) {
        first_word = word;
      } else {
        records.active[row / 64] = word;
      }
      word = 0;
    }
    return from == end;
  }

 private:
  BenchRecords &records;
  size_t used;
  const uint8_t *from;
  const uint8_t *end;

  bool read_line(size_t row, uint64_t &word) {
    from = read_id(from, end, records.ids[row]);
    if (from == nullptr || *from++ != '\t') return false;
    from = read_rate(from, end, records.rates[row]);
    if (from == nullptr || *from++ != '\t') return false;
    bool active = *from == 't';
    word |= uint64_t(active) << (row & 63);
    from += 5 - active;
    if (from >= end || *from++ != '\t') return false;
    const uint8_t *stop = find(from, end, '\n');
    if (stop >= end) return false;
    size_t length = stop - from;
    memcpy(&records.arena[used], from, 64);
    if (length > 64) memcpy(&records.arena[used + 64], from + 64, length - 64);
    records.slots[row] = {uint32_t(used), uint32_t(length)};
    used += length;
    from = stop + 1;
    return true;
  }
};

}  // namespace

BenchRecords *bench_records_load(const char *path) {
  Mapping file(path);
  if (file.begin() == nullptr || file.end()[-1] != '\n') return nullptr;
  if (file.end() - file.begin() > int64_t(UINT32_MAX)) return nullptr;
  const uint8_t *bounds[threads + 1];
  bounds[0] = find(file.begin(), file.end(), '\n') + 1;
  for (int i = 1; i < threads; i++) {
    const uint8_t *middle = bounds[0] + (file.end() - bounds[0]) * i / threads;
    bounds[i] = std::min(find(middle, file.end(), '\n') + 1, file.end());
  }
  bounds[threads] = file.end();

  auto *records = new BenchRecords;
  size_t lines[threads];
  bool read[threads];
  uint64_t shared[threads];
  Meeting counted, allocated;
  together([&](int thread) {
    lines[thread] = count_lines(bounds[thread], bounds[thread + 1]);
    counted.meet();
    if (thread == 0) {
      for (size_t count : lines) records->count += count;
      records->ids = Block<int64_t>(records->count);
      records->rates = Block<double>(records->count);
      records->active = Block<uint64_t>(records->count / 64 + 1);
      records->slots = Block<BenchSlot>(records->count);
      records->arena = Block<uint8_t>(file.end() - file.begin() + 64 * (threads + 1));
    }
    allocated.meet();
    size_t first = 0;
    for (int i = 0; i < thread; i++) first += lines[i];
    // A name is copied in steps of 64 bytes, which must not reach into the other part.
    size_t used = bounds[thread] - file.begin() + 64 * thread;
    Reader reader(*records, used, bounds[thread], bounds[thread + 1]);
    read[thread] = reader.read(first, first + lines[thread]);
    shared[thread] = reader.first_word;
  });
  for (size_t first = 0, i = 0; i < threads; first += lines[i++]) {
    if (lines[i] > 0) records->active[first / 64] |= shared[i];
    if (read[i]) continue;
    delete records;
    return nullptr;
  }
  return records;
}

void bench_records_free(BenchRecords *records) { delete records; }

void bench_numbers_free(BenchNumbers numbers) {
  if (numbers.bytes > 0) {
    munmap(numbers.memory, numbers.bytes);
  } else {
    free(numbers.memory);
  }
}

void bench_give_back() { malloc_trim(0); }

size_t bench_records_count(const BenchRecords *records) { return records->count; }

size_t bench_records_bytes(const BenchRecords *records) {
  return records->ids.bytes() + records->rates.bytes() + records->active.bytes() +
      records->slots.bytes() + records->arena.bytes();
}

const int64_t *bench_records_ids(const BenchRecords *records) { return records->ids.data(); }

const double *bench_records_rates(const BenchRecords *records) { return records->rates.data(); }

bool bench_records_active(const BenchRecords *records, size_t row) {
  return records->active[row / 64] >> (row & 63) & 1;
}

const uint8_t *bench_records_name(const BenchRecords *records, size_t row, size_t *count) {
  *count = records->slots[row].count;
  return &records->arena[records->slots[row].offset];
}
