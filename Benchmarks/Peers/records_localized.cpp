#include "records_names.hpp"

#include <unicode/ucol.h>
#include <unicode/ustring.h>

namespace {

/// ICU's order for a locale, case and width ignored.
class Collator {
 public:
  explicit Collator(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    collator = ucol_open(locale, &status);
    if (U_FAILURE(status)) abort();
    ucol_setStrength(collator, UCOL_SECONDARY);
  }
  ~Collator() { ucol_close(collator); }
  Collator(const Collator &) = delete;

  int compare(BenchText a, BenchText b) const {
    UErrorCode status = U_ZERO_ERROR;
    return ucol_strcollUTF8(
        collator, reinterpret_cast<const char *>(a.bytes), int32_t(a.count),
        reinterpret_cast<const char *>(b.bytes), int32_t(b.count), &status);
  }

  /// Appends the sort key and returns its length, without the zero at its end.
  size_t append_key(BenchText text, std::vector<uint8_t> &keys) {
    wide.resize(text.count + 1);
    int32_t units = 0;
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF8WithSub(
        wide.data(), int32_t(wide.size()), &units, reinterpret_cast<const char *>(text.bytes),
        int32_t(text.count), 0xFFFD, nullptr, &status);
    size_t used = keys.size();
    keys.resize(used + 8 * text.count + 64);
    size_t room = keys.size() - used;
    size_t length = ucol_getSortKey(collator, wide.data(), units, &keys[used], int32_t(room));
    if (length > room) {
      keys.resize(used + length);
      length = ucol_getSortKey(collator, wide.data(), units, &keys[used], int32_t(length));
    }
    keys.resize(used + length);
    return length - 1;
  }

 private:
  UCollator *collator;
  std::vector<UChar> wide;
};

BenchText name_at(const BenchRecords *records, size_t row) {
  BenchSlot slot = records->slots[row];
  return {&records->arena[slot.offset], slot.count};
}

}  // namespace

BenchNumbers bench_records_sort_localized(const BenchRecords *records, const char *locale) {
  size_t count = records->count;
  Block<BenchSlot> slots(count);
  std::vector<uint8_t> keys[threads];
  together([&](int thread) {
    Collator collator(locale);
    auto &own = keys[thread];
    size_t first = part(count, thread), last = part(count, thread + 1);
    own.reserve((last - first) * 40 + 1024);
    for (size_t row = first; row < last; row++) {
      size_t start = own.size();
      slots[row] = {uint32_t(start), uint32_t(collator.append_key(name_at(records, row), own))};
    }
    own.resize(own.size() + 8);
  });
  const uint8_t *bases[threads] = {keys[0].data(), keys[1].data()};
  size_t middle = part(count, 1);
  return sort_texts(count, [=, &slots](size_t row) {
    return BenchText{bases[row >= middle] + slots[row].offset, slots[row].count};
  });
}

size_t bench_records_disorder(
    const BenchRecords *records, const char *locale, const uint32_t *order, size_t count,
    size_t *ties) {
  size_t wrong[threads] = {}, turned[threads] = {};
  together([&](int thread) {
    Collator collator(locale);
    size_t last = part(count, thread + 1);
    for (size_t i = std::max<size_t>(1, part(count, thread)); i < last; i++) {
      int compared =
          collator.compare(name_at(records, order[i - 1]), name_at(records, order[i]));
      wrong[thread] += compared > 0;
      turned[thread] += compared == 0 && order[i - 1] > order[i];
    }
  });
  *ties = turned[0] + turned[1];
  return wrong[0] + wrong[1];
}
