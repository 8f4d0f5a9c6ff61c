#pragma once
// The plain part of a JSON string. Most strings are short, so that it stands in a header: a call would
// take longer than the scan.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t hk_bytes16 __attribute__((vector_size(16), aligned(1)));
typedef int8_t hk_truth16 __attribute__((vector_size(16)));

/// How many bytes stand before the first quote, backslash or control character; `count` where there is
/// none.
static inline size_t hk_scan_plain(const uint8_t *_Nonnull start, size_t count) {
  size_t at = 0;
#if defined(__SSE2__)
  for (; at + 16 <= count; at += 16) {
    hk_bytes16 bytes = *(const hk_bytes16 *)(start + at);
    hk_truth16 stops = (bytes == '"') | (bytes == '\\') | (bytes < 0x20);
    unsigned bits = (unsigned)__builtin_ia32_pmovmskb128(stops);
    if (bits != 0) return at + (size_t)__builtin_ctz(bits);
  }
#else
  const uint64_t ones = 0x0101010101010101;
  for (; at + 8 <= count; at += 8) {
    uint64_t word;
    memcpy(&word, start + at, 8);
    uint64_t quote = word ^ ones * '"', escape = word ^ ones * '\\';
    // The high bit of the first byte that is zero, and for the last term below a space; later bytes
    // may be marked wrongly, which costs a look at them.
    uint64_t stops =
      ((quote - ones) & ~quote) | ((escape - ones) & ~escape) | ((word - ones * 0x20) & ~word);
    if ((stops & ones * 0x80) != 0) break;
  }
#endif
  for (; at < count; at++) {
    uint8_t byte = start[at];
    if (byte == '"' || byte == '\\' || byte < 0x20) break;
  }
  return at;
}
