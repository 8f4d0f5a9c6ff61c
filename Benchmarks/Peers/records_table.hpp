#pragma once

#include "records_limit.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <thread>
#include <utility>

/// Which pages memory is made of. The kernel clears huge ones five times as fast; small ones are
/// better where little is used of much.
enum class Pages { huge, small };

/// Memory that is touched for the first time, all zeros.
template <typename T> class Block {
 public:
  Block() = default;
  explicit Block(size_t count, Pages pages = Pages::huge)
      : bytes_((count * sizeof(T) / huge + 1) * huge) {
    char *start = static_cast<char *>(mmap(
        nullptr, bytes_ + huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (start == MAP_FAILED) abort();
    size_t skip = -reinterpret_cast<uintptr_t>(start) % huge;
    if (skip > 0) munmap(start, skip);
    if (skip < huge) munmap(start + skip + bytes_, huge - skip);
    values_ = reinterpret_cast<T *>(start + skip);
    if (pages == Pages::huge) madvise(values_, bytes_, MADV_HUGEPAGE);
  }
  Block(Block &&other) { swap(other); }
  Block &operator=(Block &&other) {
    swap(other);
    return *this;
  }
  ~Block() {
    if (values_ != nullptr) munmap(values_, bytes_);
  }

  T *data() const { return values_; }
  T &operator[](size_t index) const { return values_[index]; }
  size_t bytes() const { return bytes_; }

  /// Gives the memory away.
  T *release() { return std::exchange(values_, nullptr); }

 private:
  static constexpr size_t huge = 2 << 20;
  T *values_ = nullptr;
  size_t bytes_ = 0;

  void swap(Block &other) {
    std::swap(values_, other.values_);
    std::swap(bytes_, other.bytes_);
  }
};

struct BenchSlot {
  uint32_t offset;
  uint32_t count;
};

struct BenchRecords {
  size_t count = 0;
  Block<int64_t> ids;
  Block<double> rates;
  /// A bit a record.
  Block<uint64_t> active;
  Block<BenchSlot> slots;
  /// At least 64 bytes behind the last may be read.
  Block<uint8_t> arena;
};

inline constexpr int threads = 2;

/// Where part `index` of `count` begins, at a multiple of 64.
inline size_t part(size_t count, int index) {
  return index == threads ? count : count * index / threads / 64 * 64;
}

/// Holds the threads until all have come.
class Meeting {
 public:
  void meet() {
    int round = round_.load();
    if (arrived_.fetch_add(1) + 1 == threads) {
      arrived_ = 0;
      round_ = round + 1;
    } else {
      // Yields at times, for machines on which the other thread has no core of its own.
      for (int spins = 0; round_.load() == round; spins++) {
        if (spins > 2000) std::this_thread::yield();
      }
    }
  }

 private:
  std::atomic<int> arrived_ = 0;
  std::atomic<int> round_ = 0;
};

/// Runs `body(thread)` on both cores.
template <typename Body> void together(Body body) {
  std::thread other([&] { body(1); });
  body(0);
  other.join();
}

inline BenchNumbers numbers(Block<int64_t> block, size_t count) {
  BenchNumbers result = {block.data(), count, block.data(), block.bytes()};
  block.release();
  return result;
}

typedef uint8_t Bytes64 __attribute__((ext_vector_type(64)));
typedef bool Bits64 __attribute__((ext_vector_type(64)));

inline Bytes64 load64(const uint8_t *bytes) {
  Bytes64 loaded;
  memcpy(&loaded, bytes, 64);
  return loaded;
}

/// A bit for each of the bytes that differ from zero.
template <typename Mask> uint64_t bits(Mask mask) {
  Bits64 truth = __builtin_convertvector(mask, Bits64);
  uint64_t result;
  memcpy(&result, &truth, 8);
  return result;
}

inline uint64_t matches(const uint8_t *bytes, uint8_t wanted) {
  return bits(load64(bytes) == wanted);
}
