#include "records_names.hpp"

BenchNumbers bench_records_sort_names(const BenchRecords *records) {
  const BenchSlot *slots = records->slots.data();
  const uint8_t *arena = records->arena.data();
  return sort_texts(records->count, [=](size_t row) {
    return BenchText{arena + slots[row].offset, slots[row].count};
  });
}
