#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a scan of an index found.
typedef struct {
  uint64_t entries;
  uint64_t not_issued;
  uint64_t authors;
  uint64_t references;
  /// Bytes of the texts that were made, so that making them cannot be left out.
  uint64_t text;
} BenchIndexCounts;

/// Reads an index by lines with PCRE2's compiled expressions, in C++, and makes the same texts.
BenchIndexCounts bench_index_scan(const uint8_t *_Nonnull bytes, size_t count);

/// The number of line ends, found by `memchr`: what it costs to look at the memory at all.
uint64_t bench_count_lines(const uint8_t *_Nonnull bytes, size_t count);

#ifdef __cplusplus
}
#endif
