#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Lets all threads that there are run on the first `count` processors only; 0 for all of them. Threads to
/// come run where their makers do.
void bench_use_processors(size_t count);

/// What the machine allows for a file of generated records: columns in C++, two threads.
typedef struct BenchRecords BenchRecords;

/// Record numbers, from 0; freed by `bench_numbers_free`.
typedef struct {
  int64_t *_Nullable values;
  size_t count;
  /// What was mapped, for freeing it; without `bytes`, the C library's.
  void *_Nullable memory;
  size_t bytes;
} BenchNumbers;

/// Groups in order of first appearance: the first record of each and how many there are.
typedef struct {
  BenchNumbers first;
  BenchNumbers counts;
} BenchGroups;

void bench_numbers_free(BenchNumbers numbers);

/// Gives memory that the C library keeps for later back to the kernel.
void bench_give_back(void);

/// Maps and reads the file; null when it cannot be read or a line is not as the generator has it.
BenchRecords *_Nullable bench_records_load(const char *_Nonnull path);
void bench_records_free(BenchRecords *_Nonnull records);

size_t bench_records_count(const BenchRecords *_Nonnull records);
/// Bytes of the columns, as allocated.
size_t bench_records_bytes(const BenchRecords *_Nonnull records);
const int64_t *_Nonnull bench_records_ids(const BenchRecords *_Nonnull records);
const double *_Nonnull bench_records_rates(const BenchRecords *_Nonnull records);
bool bench_records_active(const BenchRecords *_Nonnull records, size_t row);
/// The bytes of a name, which end where `count` says.
const uint8_t *_Nonnull bench_records_name(
    const BenchRecords *_Nonnull records, size_t row, size_t *_Nonnull count);

/// Ascending and stable, as are the sorts below.
BenchNumbers bench_records_sort_ids(const BenchRecords *_Nonnull records);
BenchNumbers bench_records_sort_rates(const BenchRecords *_Nonnull records);
/// By the bytes of the names.
BenchNumbers bench_records_sort_names(const BenchRecords *_Nonnull records);
/// As ICU sorts for `locale`, case and width ignored: by ranks of the weights of the characters
/// that occur, or by ICU's sort keys where there are other characters than the generator's.
BenchNumbers bench_records_sort_localized(
    const BenchRecords *_Nonnull records, const char *_Nonnull locale);
/// The same by ICU's sort keys.
BenchNumbers bench_records_sort_by_keys(
    const BenchRecords *_Nonnull records, const char *_Nonnull locale);
/// How many neighbours of an order of the names are the wrong way round for ICU, case and width
/// ignored; `ties` counts those that are equal and against the order of their numbers.
size_t bench_records_disorder(
    const BenchRecords *_Nonnull records, const char *_Nonnull locale,
    const uint32_t *_Nonnull order, size_t count, size_t *_Nonnull ties);
/// How many different names there are in an order that ICU gives.
size_t bench_records_distinct(
    const BenchRecords *_Nonnull records, const char *_Nonnull locale,
    const uint32_t *_Nonnull order, size_t count);

/// Names that contain `needle`, letters and digits of ASCII in small letters, in either case and
/// in either width.
BenchNumbers bench_records_containing(
    const BenchRecords *_Nonnull records, const uint8_t *_Nonnull needle, size_t count);
BenchNumbers bench_records_named(
    const BenchRecords *_Nonnull records, const uint8_t *_Nonnull name, size_t count);
/// Rates from `low` up to and without `high`.
BenchNumbers bench_records_rated(const BenchRecords *_Nonnull records, double low, double high);

BenchGroups bench_records_group_active(const BenchRecords *_Nonnull records);
BenchGroups bench_records_group_names(const BenchRecords *_Nonnull records);

/// Writes the file as it was read; false when it cannot be written.
bool bench_records_export(const BenchRecords *_Nonnull records, const char *_Nonnull path);

#ifdef __cplusplus
}
#endif
