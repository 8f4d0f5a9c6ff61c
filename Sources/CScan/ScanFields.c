#include "ScanFields.h"

#include <string.h>

// Every function is written once, for blocks of 64 bytes and the masks of their bytes, and compiled
// twice: with plain words, and with AVX2.

#if defined(__x86_64__)
#include <immintrin.h>
#define HK_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
static bool has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
#endif

/// Bits before and at which an odd number of bits is set.
static inline uint64_t running_parity(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

/// Bits of the bytes of a block that are `byte`, without vectors.
static inline uint64_t plain_equal(const uint8_t *bytes, uint8_t byte) {
  uint64_t mask = 0;
  for (int part = 0; part < 8; part++) {
    uint64_t word;
    memcpy(&word, bytes + 8 * part, 8);
    word ^= 0x0101010101010101u * byte;
    // The high bit of each byte that is zero.
    uint64_t zero = ~(((word & 0x7f7f7f7f7f7f7f7fu) + 0x7f7f7f7f7f7f7f7fu) | word |
                      0x7f7f7f7f7f7f7f7fu);
    // Gathers the eight high bits.
    mask |= ((zero >> 7) * 0x0102040810204080u >> 56) << (8 * part);
  }
  return mask;
}

static inline uint64_t plain_high(const uint8_t *bytes) {
  uint64_t all = 0;
  for (int part = 0; part < 8; part++) {
    uint64_t word;
    memcpy(&word, bytes + 8 * part, 8);
    all |= word;
  }
  return all & 0x8080808080808080u;
}

/// Bits of the bytes below a space.
static inline uint64_t plain_control(const uint8_t *bytes) {
  uint64_t mask = 0;
  for (int place = 0; place < 64; place++) mask |= (uint64_t)(bytes[place] < 0x20) << place;
  return mask;
}

#if defined(__x86_64__)
HK_AVX2 static inline uint64_t wide_control(const uint8_t *bytes) {
  __m256i most = _mm256_set1_epi8(0x1F);
  __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
  __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  // A byte is no greater than another if it is the lesser of both.
  low = _mm256_cmpeq_epi8(_mm256_min_epu8(low, most), low);
  high = _mm256_cmpeq_epi8(_mm256_min_epu8(high, most), high);
  uint32_t first = (uint32_t)_mm256_movemask_epi8(low);
  uint32_t second = (uint32_t)_mm256_movemask_epi8(high);
  return (uint64_t)second << 32 | first;
}

HK_AVX2 static inline uint64_t wide_equal(const uint8_t *bytes, uint8_t byte) {
  __m256i wanted = _mm256_set1_epi8((char)byte);
  __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
  __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return (uint64_t)second << 32 | first;
}

HK_AVX2 static inline uint64_t wide_high(const uint8_t *bytes) {
  __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
  __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_or_si256(low, high));
}
#endif

// The last block is padded with zeros, which are neither separators nor quotes nor line feeds.
#define HK_FOR_EACH_BLOCK(body)                      \
  size_t at = 0;                                     \
  for (; at + 64 <= count; at += 64) {               \
    const uint8_t *here = bytes + at;                \
    body                                             \
  }                                                  \
  if (at < count) {                                  \
    uint8_t last[64] = {0};                          \
    memcpy(last, bytes + at, count - at);            \
    const uint8_t *here = last;                      \
    body                                             \
  }

#define HK_COUNT_LINES(equal)                                                   \
  hk_line_count result = {0, 0, 0};                                             \
  if (quote < 0) {                                                              \
    HK_FOR_EACH_BLOCK(result.lines += (size_t)__builtin_popcountll(equal(here, '\n'));) \
    result.outside = result.lines;                                              \
    return result;                                                              \
  }                                                                             \
  uint64_t inside = 0;                                                          \
  HK_FOR_EACH_BLOCK({                                                           \
    uint64_t lines = equal(here, '\n');                                         \
    uint64_t quotes = equal(here, (uint8_t)quote);                              \
    uint64_t enclosed = running_parity(quotes) ^ inside;                        \
    inside = (uint64_t)((int64_t)enclosed >> 63);                               \
    result.lines += (size_t)__builtin_popcountll(lines);                        \
    result.outside += (size_t)__builtin_popcountll(lines & ~enclosed);          \
    result.quotes += (size_t)__builtin_popcountll(quotes);                      \
  })                                                                            \
  return result;

// The byte behind the run stands behind its last one, as a part of no block.
#define HK_CHECK_QUOTES(equal)                                                  \
  hk_quote_check result = {{0, 0, 0}, false, false};                            \
  uint64_t inside = 0;                                                          \
  uint64_t carried = before == separator || before == '\n' || before == quote;   \
  uint64_t stray = 0;                                                           \
  uint64_t stray_inside = 0;                                                    \
  HK_FOR_EACH_BLOCK({                                                           \
    size_t length = count - at < 64 ? count - at : 64;                          \
    uint64_t lines = equal(here, '\n');                                         \
    uint64_t quotes = equal(here, quote);                                       \
    uint64_t edges = equal(here, separator) | lines | quotes;                   \
    uint64_t ends = edges | equal(here, '\r');                                  \
    uint8_t next = length == 64 && count - at > 64 ? here[64] : behind;         \
    bool stops = next == separator || next == '\n' || next == quote || next == '\r'; \
    uint64_t may_open = edges << 1 | carried;                                   \
    uint64_t may_close = ends >> 1 | (uint64_t)stops << (length - 1);           \
    uint64_t enclosed = running_parity(quotes) ^ inside;                        \
    uint64_t opening = quotes & ~may_open;                                      \
    uint64_t closing = quotes & ~may_close;                                     \
    stray |= (opening & enclosed) | (closing & ~enclosed);                      \
    stray_inside |= (opening & ~enclosed) | (closing & enclosed);               \
    carried = edges >> 63;                                                      \
    inside = (uint64_t)((int64_t)enclosed >> 63);                               \
    result.count.lines += (size_t)__builtin_popcountll(lines);                  \
    result.count.outside += (size_t)__builtin_popcountll(lines & ~enclosed);    \
    result.count.quotes += (size_t)__builtin_popcountll(quotes);                \
  })                                                                            \
  result.stray = stray != 0;                                                    \
  result.stray_inside = stray_inside != 0;                                      \
  return result;

#define HK_FIND_LINE(equal)                                                       \
  uint64_t enclosed_before = inside ? ~0ull : 0;                                \
  HK_FOR_EACH_BLOCK({                                                           \
    uint64_t lines = equal(here, '\n');                                         \
    if (quote >= 0) {                                                           \
      uint64_t enclosed = running_parity(equal(here, (uint8_t)quote)) ^ enclosed_before; \
      enclosed_before = (uint64_t)((int64_t)enclosed >> 63);                    \
      lines &= ~enclosed;                                                       \
    }                                                                           \
    size_t found = (size_t)__builtin_popcountll(lines);                         \
    if (found <= skipped) {                                                     \
      skipped -= found;                                                         \
    } else {                                                                    \
      for (; skipped > 0; skipped--) lines &= lines - 1;                        \
      return at + (size_t)__builtin_ctzll(lines);                               \
    }                                                                           \
  })                                                                            \
  return count;

#define HK_INDEX_FIELDS(equal, high)                                            \
  hk_field_index result = {0, 0, false, false, true, false};                    \
  uint64_t inside = 0;                                                          \
  uint64_t marked = 0;                                                          \
  uint64_t returned = 0;                                                        \
  uint64_t beyond = 0;                                                          \
  size_t entries = 0;                                                           \
  HK_FOR_EACH_BLOCK({                                                           \
    uint64_t lines = equal(here, '\n');                                         \
    uint64_t stops = equal(here, separator) | lines;                            \
    uint64_t marks = equal(here, mark);                                         \
    marked |= marks;                                                            \
    returned |= equal(here, '\r');                                              \
    beyond |= high(here);                                                       \
    if (quoting) {                                                              \
      uint64_t enclosed = running_parity(marks) ^ inside;                       \
      inside = (uint64_t)((int64_t)enclosed >> 63);                             \
      stops &= ~enclosed;                                                       \
      lines &= ~enclosed;                                                       \
    }                                                                           \
    result.rows += (size_t)__builtin_popcountll(lines);                         \
    size_t found = (size_t)__builtin_popcountll(stops);                         \
    uint32_t *out = positions + entries;                                        \
    for (size_t first = 0; first < found; first += 8) {                         \
      for (int next = 0; next < 8; next++) {                                    \
        out[first + (size_t)next] = (uint32_t)at + (uint32_t)__builtin_ctzll(stops | 1ull << 63); \
        stops &= stops - 1;                                                     \
      }                                                                         \
    }                                                                           \
    entries += found;                                                           \
    if (entries > most) {                                                       \
      result.overflow = true;                                                   \
      entries = most;                                                           \
    }                                                                           \
  })                                                                            \
  result.entries = entries;                                                     \
  result.has_mark = marked != 0;                                                \
  result.has_return = returned != 0;                                            \
  result.is_ascii = beyond == 0;                                                \
  return result;

#define HK_NEEDS_ESCAPES(equal, control)                                        \
  HK_FOR_EACH_BLOCK({                                                           \
    uint64_t found = equal(here, '"') | equal(here, '\\') | control(here);      \
    if (count - at < 64) found &= (1ull << (count - at)) - 1;                   \
    if (found) return true;                                                     \
  })                                                                            \
  return false;

#if defined(__x86_64__)
HK_AVX2 static bool needs_escapes_wide(const uint8_t *bytes, size_t count) {
  HK_NEEDS_ESCAPES(wide_equal, wide_control)
}

HK_AVX2 static hk_line_count count_lines_wide(const uint8_t *bytes, size_t count, int quote) {
  HK_COUNT_LINES(wide_equal)
}

HK_AVX2 static hk_quote_check check_quotes_wide(
    const uint8_t *bytes, size_t count, uint8_t quote, uint8_t separator, uint8_t before,
    uint8_t behind) {
  HK_CHECK_QUOTES(wide_equal)
}

HK_AVX2 static size_t find_line_wide(
    const uint8_t *bytes, size_t count, int quote, bool inside, size_t skipped) {
  HK_FIND_LINE(wide_equal)
}

HK_AVX2 static hk_field_index index_fields_wide(
    const uint8_t *bytes, size_t count, uint8_t separator, uint8_t mark, bool quoting, size_t most,
    uint32_t *positions) {
  HK_INDEX_FIELDS(wide_equal, wide_high)
}
#endif

static bool needs_escapes_plain(const uint8_t *bytes, size_t count) {
  HK_NEEDS_ESCAPES(plain_equal, plain_control)
}

static hk_line_count count_lines_plain(const uint8_t *bytes, size_t count, int quote) {
  HK_COUNT_LINES(plain_equal)
}

static hk_quote_check check_quotes_plain(
    const uint8_t *bytes, size_t count, uint8_t quote, uint8_t separator, uint8_t before,
    uint8_t behind) {
  HK_CHECK_QUOTES(plain_equal)
}

static size_t find_line_plain(
    const uint8_t *bytes, size_t count, int quote, bool inside, size_t skipped) {
  HK_FIND_LINE(plain_equal)
}

static hk_field_index index_fields_plain(
    const uint8_t *bytes, size_t count, uint8_t separator, uint8_t mark, bool quoting, size_t most,
    uint32_t *positions) {
  HK_INDEX_FIELDS(plain_equal, plain_high)
}

bool hk_needs_json_escapes(const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
  if (has_avx2()) return needs_escapes_wide(bytes, count);
#endif
  return needs_escapes_plain(bytes, count);
}

hk_line_count hk_count_lines(const uint8_t *bytes, size_t count, int quote) {
#if defined(__x86_64__)
  if (has_avx2()) return count_lines_wide(bytes, count, quote);
#endif
  return count_lines_plain(bytes, count, quote);
}

hk_quote_check hk_check_quotes(
    const uint8_t *bytes, size_t count, int quote, uint8_t separator, uint8_t before,
    uint8_t behind) {
  if (quote < 0) return (hk_quote_check){hk_count_lines(bytes, count, quote), false, false};
#if defined(__x86_64__)
  if (has_avx2()) return check_quotes_wide(bytes, count, (uint8_t)quote, separator, before, behind);
#endif
  return check_quotes_plain(bytes, count, (uint8_t)quote, separator, before, behind);
}

size_t hk_find_line(
    const uint8_t *bytes, size_t count, int quote, bool inside, size_t skipped) {
#if defined(__x86_64__)
  if (has_avx2()) return find_line_wide(bytes, count, quote, inside, skipped);
#endif
  return find_line_plain(bytes, count, quote, inside, skipped);
}

hk_field_index hk_index_fields(
    const uint8_t *bytes, size_t count, uint8_t separator, uint8_t mark, bool quoting, size_t most,
    uint32_t *positions) {
#if defined(__x86_64__)
  if (has_avx2())
    return index_fields_wide(bytes, count, separator, mark, quoting, most, positions);
#endif
  return index_fields_plain(bytes, count, separator, mark, quoting, most, positions);
}
