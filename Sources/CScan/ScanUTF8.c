#include "ScanFields.h"

#include <string.h>

static bool is_utf8_plain(const uint8_t *bytes, size_t count) {
  size_t at = 0;
  while (at < count) {
    uint8_t first = bytes[at];
    if (first < 0x80) {
      uint64_t word;
      while (at + 8 <= count && (memcpy(&word, bytes + at, 8), !(word & 0x8080808080808080u)))
        at += 8;
      while (at < count && bytes[at] < 0x80) at++;
      continue;
    }
    // Unicode 15, table 3-7: the second byte's range depends on the first.
    uint8_t low = 0x80, high = 0xBF;
    size_t more;
    if (first >= 0xC2 && first <= 0xDF) {
      more = 1;
    } else if (first >= 0xE0 && first <= 0xEF) {
      more = 2;
      if (first == 0xE0) low = 0xA0;
      if (first == 0xED) high = 0x9F;
    } else if (first >= 0xF0 && first <= 0xF4) {
      more = 3;
      if (first == 0xF0) low = 0x90;
      if (first == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    if (count - at <= more || bytes[at + 1] < low || bytes[at + 1] > high) return false;
    for (size_t next = 2; next <= more; next++)
      if ((bytes[at + next] & 0xC0) != 0x80) return false;
    at += more + 1;
  }
  return true;
}

#if defined(__x86_64__)
#include <immintrin.h>
#define HK_AVX2 __attribute__((target("avx2")))

// J. Keiser, D. Lemire, "Validating UTF-8 in less than one instruction per byte", Software:
// Practice and Experience 51 (2021). Each pair of neighbouring bytes is looked up by three halves
// of bytes; a bit that all three lookups set is an error of that kind.
enum {
  too_short = 1 << 0,
  too_long = 1 << 1,
  overlong_3 = 1 << 2,
  too_large = 1 << 3,
  surrogate = 1 << 4,
  overlong_2 = 1 << 5,
  too_large_1000 = 1 << 6,
  overlong_4 = 1 << 6,
  two_continuations = 1 << 7,
  carry = too_short | too_long | two_continuations,
};

#define HK_TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

HK_AVX2 static inline __m256i behind(__m256i now, __m256i before) {
  return _mm256_permute2x128_si256(before, now, 0x21);
}

HK_AVX2 static inline __m256i errors(__m256i now, __m256i before) {
  const __m256i first_high = HK_TABLE(
      too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long,
      (char)two_continuations, (char)two_continuations, (char)two_continuations,
      (char)two_continuations, too_short | overlong_2, too_short,
      too_short | overlong_3 | surrogate, too_short | too_large | too_large_1000 | overlong_4);
  const __m256i first_low = HK_TABLE(
      (char)(carry | overlong_3 | overlong_2 | overlong_4), (char)(carry | overlong_2),
      (char)carry, (char)carry, (char)(carry | too_large),
      (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
      (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
      (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
      (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
      (char)(carry | too_large | too_large_1000 | surrogate),
      (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000));
  const __m256i second_high = HK_TABLE(
      too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
      (char)(too_long | overlong_2 | two_continuations | overlong_3 | too_large_1000),
      (char)(too_long | overlong_2 | two_continuations | overlong_3 | too_large),
      (char)(too_long | overlong_2 | two_continuations | surrogate | too_large),
      (char)(too_long | overlong_2 | two_continuations | surrogate | too_large),
      too_short, too_short, too_short, too_short);
  const __m256i halves = _mm256_set1_epi8(0x0F);
  __m256i across = behind(now, before);
  __m256i one = _mm256_alignr_epi8(now, across, 15);
  __m256i two = _mm256_alignr_epi8(now, across, 14);
  __m256i three = _mm256_alignr_epi8(now, across, 13);
  __m256i found = _mm256_and_si256(
      _mm256_and_si256(
          _mm256_shuffle_epi8(first_high, _mm256_and_si256(_mm256_srli_epi16(one, 4), halves)),
          _mm256_shuffle_epi8(first_low, _mm256_and_si256(one, halves))),
      _mm256_shuffle_epi8(second_high, _mm256_and_si256(_mm256_srli_epi16(now, 4), halves)));
  // Where the third or fourth byte of a character must stand, two continuations in a row are right.
  __m256i third = _mm256_subs_epu8(two, _mm256_set1_epi8((char)(0xE0 - 0x80)));
  __m256i fourth = _mm256_subs_epu8(three, _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(must, found);
}

HK_AVX2 static bool is_utf8_wide(const uint8_t *bytes, size_t count) {
  __m256i before = _mm256_setzero_si256();
  __m256i wrong = _mm256_setzero_si256();
  // Where the blocks before end in characters that are not whole.
  bool open = false;
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    __m256i now = _mm256_loadu_si256((const __m256i *)(bytes + at));
    bool plain = _mm256_movemask_epi8(now) == 0;
    if (!plain || open) wrong = _mm256_or_si256(wrong, errors(now, before));
    before = now;
    open = !plain;
  }
  // A block of zeros, or one that ends in zeros, shows a character that is cut off.
  uint8_t last[32] = {0};
  memcpy(last, bytes + at, count - at);
  __m256i now = _mm256_loadu_si256((const __m256i *)last);
  wrong = _mm256_or_si256(wrong, errors(now, before));
  // The last block may be full up to its final byte only when nothing follows a zero: it has at
  // most 31 bytes of text, so that the zero behind them is looked at.
  return _mm256_testz_si256(wrong, wrong);
}
#endif

bool hk_is_utf8(const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return is_utf8_wide(bytes, count);
#endif
  return is_utf8_plain(bytes, count);
}
