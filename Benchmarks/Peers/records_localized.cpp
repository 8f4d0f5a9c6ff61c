#include "records_elements.hpp"
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

  UCollator *handle() const { return collator; }

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

namespace {

/// Keys that lie where each thread has put them; eight bytes behind the last may be read.
struct Keys {
  explicit Keys(size_t count) : middle(part(count, 1)), slots(count) {}

  BenchText operator()(size_t row) const {
    return {arenas[row >= middle] + slots[row].offset, slots[row].count};
  }

  size_t middle;
  Block<BenchSlot> slots;
  const uint8_t *arenas[threads];
};

/// By keys from the elements of the characters that occur; false where they do not do.
bool sort_by_elements(const BenchRecords *records, const char *locale, BenchNumbers &order) {
  size_t count = records->count;
  ElementKeys::Seen seen[threads];
  ElementKeys elements;
  Keys keys(count);
  Block<uint8_t> arenas[threads];
  bool known[threads];
  bool prepared = false;
  Meeting looked, asked;
  together([&](int thread) {
    size_t first = part(count, thread), last = part(count, thread + 1);
    known[thread] = true;
    size_t bytes = 0;
    for (size_t row = first; row < last; row++) {
      BenchText name = name_at(records, row);
      bytes += name.count;
      known[thread] &= ElementKeys::split(
          name.bytes, name.bytes + name.count,
          [&](ElementKeys::Segment segment) { seen[thread].add(segment); });
    }
    looked.meet();
    if (thread == 0 && known[0] && known[1]) {
      Collator collator(locale);
      prepared = elements.prepare(collator.handle(), seen, threads);
    }
    asked.meet();
    if (!prepared) return;
    arenas[thread] = Block<uint8_t>(4 * bytes + 64);
    uint8_t *start = arenas[thread].data(), *out = start;
    for (size_t row = first; row < last; row++) {
      BenchText name = name_at(records, row);
      uint8_t *end = elements.write(name.bytes, name.bytes + name.count, out);
      keys.slots[row] = {uint32_t(out - start), uint32_t(end - out)};
      out = end;
    }
  });
  if (!prepared) return false;
  for (int i = 0; i < threads; i++) keys.arenas[i] = arenas[i].data();
  order = sort_texts(count, [&](size_t row) { return keys(row); });
  return true;
}

BenchNumbers sort_by_keys(const BenchRecords *records, const char *locale) {
  size_t count = records->count;
  Keys sort_keys(count);
  std::vector<uint8_t> keys[threads];
  together([&](int thread) {
    Collator collator(locale);
    auto &own = keys[thread];
    size_t first = part(count, thread), last = part(count, thread + 1);
    own.reserve((last - first) * 40 + 1024);
    for (size_t row = first; row < last; row++) {
      size_t start = own.size();
      size_t length = collator.append_key(name_at(records, row), own);
      sort_keys.slots[row] = {uint32_t(start), uint32_t(length)};
    }
    own.resize(own.size() + 8);
  });
  for (int i = 0; i < threads; i++) sort_keys.arenas[i] = keys[i].data();
  return sort_texts(count, [&](size_t row) { return sort_keys(row); });
}

}  // namespace

BenchNumbers bench_records_sort_localized(const BenchRecords *records, const char *locale) {
  BenchNumbers order;
  if (sort_by_elements(records, locale, order)) return order;
  return sort_by_keys(records, locale);
}

BenchNumbers bench_records_sort_by_keys(const BenchRecords *records, const char *locale) {
  return sort_by_keys(records, locale);
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

size_t bench_records_distinct(
    const BenchRecords *records, const char *locale, const uint32_t *order, size_t count) {
  Collator collator(locale);
  size_t distinct = count > 0;
  for (size_t i = 1; i < count; i++) {
    distinct += collator.compare(name_at(records, order[i - 1]), name_at(records, order[i])) != 0;
  }
  return distinct;
}
