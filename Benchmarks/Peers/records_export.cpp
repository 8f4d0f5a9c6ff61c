#include "records_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr char header[] = "id\trate\tactive\tname\n";

char *write_integer(char *out, int64_t value) {
  return std::to_chars(out, out + 24, value).ptr;
}

/// The shortest text that reads back as the same number; four decimals or less by integers.
char *write_rate(char *out, double rate) {
  double scaled = rate * 1e4;
  if (scaled >= 0 && scaled < 1e9) {
    uint32_t units = uint32_t(scaled + 0.5);
    if (units / 1e4 == rate) {
      out = std::to_chars(out, out + 24, units / 10000).ptr;
      uint32_t decimals = units % 10000;
      out[0] = '.';
      for (int i = 4; i > 0; i--, decimals /= 10) out[i] = char('0' + decimals % 10);
      int length = 5;
      while (length > 2 && out[length - 1] == '0') length--;
      return out + length;
    }
  }
  char *end = std::to_chars(out, out + 32, rate).ptr;
  if (std::all_of(out, end, [](char c) { return c == '-' || (c >= '0' && c <= '9'); })) {
    *end++ = '.';
    *end++ = '0';
  }
  return end;
}

/// Both threads take runs of rows in turn, print them, learn from the run before where theirs
/// begins in the file, and write.
class Export {
 public:
  Export(const BenchRecords &records, int file)
      : records(records), file(file), runs((records.count + rows - 1) / rows), starts(runs + 1) {
    for (auto &start : starts) start = -1;
    starts[0] = sizeof(header) - 1;
  }

  bool run() {
    bool written[threads];
    if (pwrite(file, header, sizeof(header) - 1, 0) != sizeof(header) - 1) return false;
    together([&](int thread) { written[thread] = work(); });
    return written[0] && written[1];
  }

 private:
  static constexpr size_t rows = 8192;

  const BenchRecords &records;
  int file;
  size_t runs;
  std::vector<std::atomic<int64_t>> starts;
  std::atomic<size_t> next = 0;

  bool work() {
    std::vector<char> text;
    bool written = true;
    for (size_t run = next++; run < runs; run = next++) {
      size_t first = run * rows, last = std::min(first + rows, records.count);
      size_t bytes = 0;
      for (size_t row = first; row < last; row++) bytes += records.slots[row].count + 80;
      if (text.size() < bytes + 64) text.resize(bytes + 64);
      char *end = print(first, last, text.data());
      int64_t start;
      while ((start = starts[run].load()) < 0) std::this_thread::yield();
      starts[run + 1] = start + (end - text.data());
      for (char *from = text.data(); from < end && written;) {
        ssize_t count = pwrite(file, from, end - from, start + (from - text.data()));
        written = count > 0;
        from += count;
      }
    }
    return written;
  }

  char *print(size_t first, size_t last, char *out) const {
    for (size_t row = first; row < last; row++) {
      out = write_integer(out, records.ids[row]);
      *out++ = '\t';
      out = write_rate(out, records.rates[row]);
      bool active = records.active[row / 64] >> (row & 63) & 1;
      memcpy(out, active ? "\ttrue\t\0" : "\tfalse\t", 7);
      out += 7 - active;
      BenchSlot slot = records.slots[row];
      const uint8_t *name = &records.arena[slot.offset];
      memcpy(out, name, 64);
      if (slot.count > 64) memcpy(out + 64, name + 64, slot.count - 64);
      out += slot.count;
      *out++ = '\n';
    }
    return out;
  }
};

}  // namespace

bool bench_records_export(const BenchRecords *records, const char *path) {
  int file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  if (file < 0) return false;
  bool written = Export(*records, file).run();
  return close(file) == 0 && written;
}
