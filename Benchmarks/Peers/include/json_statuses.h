#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What was read of statuses, one JSON object a line.
typedef struct {
  uint64_t rows;
  /// Of the counts of replies, boosts and favourites.
  int64_t sum;
  /// Bytes of the texts that were made, so that making them cannot be left out.
  uint64_t text;
} BenchStatusCounts;

/// Reads lines into columns with simdjson's On-Demand parser, on one thread; dates stay texts. No rows
/// where a line is wrong. The memory behind `count` is readable for another 64 bytes.
BenchStatusCounts bench_json_statuses(const uint8_t *_Nonnull bytes, size_t count);

#ifdef __cplusplus
}
#endif
