#include "CScan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define HK_AVX2 __attribute__((target("avx2,bmi,popcnt")))
#endif

struct wanted {
  uint8_t bytes[4];
};

static inline struct wanted unpack(uint32_t wanted) {
  struct wanted result;
  for (int index = 0; index < 4; index++) result.bytes[index] = (uint8_t)(wanted >> (8 * index));
  return result;
}

static inline int is_wanted(uint8_t byte, struct wanted set) {
  return byte == set.bytes[0] || byte == set.bytes[1] || byte == set.bytes[2] ||
         byte == set.bytes[3];
}

static size_t find_plain(const uint8_t *start, size_t from, size_t count, struct wanted set) {
  size_t place = from;
  while (place < count && !is_wanted(start[place], set)) place++;
  return place;
}

#if defined(__x86_64__)
static int has_avx2(void) { return __builtin_cpu_supports("avx2"); }

HK_AVX2 static inline uint32_t matches_avx2(const uint8_t *start, struct wanted set) {
  __m256i block = _mm256_loadu_si256((const __m256i *)start);
  __m256i found = _mm256_or_si256(
      _mm256_or_si256(_mm256_cmpeq_epi8(block, _mm256_set1_epi8((char)set.bytes[0])),
                      _mm256_cmpeq_epi8(block, _mm256_set1_epi8((char)set.bytes[1]))),
      _mm256_or_si256(_mm256_cmpeq_epi8(block, _mm256_set1_epi8((char)set.bytes[2])),
                      _mm256_cmpeq_epi8(block, _mm256_set1_epi8((char)set.bytes[3]))));
  return (uint32_t)_mm256_movemask_epi8(found);
}

HK_AVX2 static size_t find_avx2(const uint8_t *start, size_t count, struct wanted set) {
  size_t place = 0;
  for (; place + 32 <= count; place += 32) {
    uint32_t found = matches_avx2(start + place, set);
    if (found != 0) return place + (size_t)__builtin_ctz(found);
  }
  return find_plain(start, place, count, set);
}

HK_AVX2 static void bits_avx2(
    const uint8_t *start, size_t blocks, struct wanted set, uint64_t *bits) {
  for (size_t block = 0; block < blocks; block++) {
    uint64_t low = matches_avx2(start + block * 64, set);
    uint64_t high = matches_avx2(start + block * 64 + 32, set);
    bits[block] = low | high << 32;
  }
}

HK_AVX2 static size_t count_avx2(const uint8_t *start, size_t count, uint8_t byte) {
  __m256i wanted = _mm256_set1_epi8((char)byte);
  __m256i totals = _mm256_setzero_si256();
  size_t place = 0;
  while (place + 32 <= count) {
    // A byte of the sums holds at most 255 matches before it has to be added up.
    __m256i sums = _mm256_setzero_si256();
    for (int round = 0; round < 255 && place + 32 <= count; round++, place += 32) {
      __m256i block = _mm256_loadu_si256((const __m256i *)(start + place));
      sums = _mm256_sub_epi8(sums, _mm256_cmpeq_epi8(block, wanted));
    }
    totals = _mm256_add_epi64(totals, _mm256_sad_epu8(sums, _mm256_setzero_si256()));
  }
  size_t result = (size_t)(_mm256_extract_epi64(totals, 0) + _mm256_extract_epi64(totals, 1) +
                           _mm256_extract_epi64(totals, 2) + _mm256_extract_epi64(totals, 3));
  for (; place < count; place++) result += start[place] == byte;
  return result;
}
#endif

size_t hk_scan_find(const uint8_t *start, size_t count, uint32_t wanted) {
  struct wanted set = unpack(wanted);
#if defined(__x86_64__)
  if (count >= 32 && has_avx2()) return find_avx2(start, count, set);
#endif
  return find_plain(start, 0, count, set);
}

void hk_scan_bits(const uint8_t *start, size_t count, uint32_t wanted, uint64_t *bits) {
  struct wanted set = unpack(wanted);
  size_t block = 0;
#if defined(__x86_64__)
  if (has_avx2()) {
    block = count / 64;
    bits_avx2(start, block, set, bits);
  }
#endif
  for (; block * 64 < count; block++) {
    uint64_t word = 0;
    for (size_t place = block * 64; place < count && place < block * 64 + 64; place++) {
      word |= (uint64_t)is_wanted(start[place], set) << (place & 63);
    }
    bits[block] = word;
  }
}

size_t hk_scan_count(const uint8_t *start, size_t count, uint8_t byte) {
#if defined(__x86_64__)
  if (has_avx2()) return count_avx2(start, count, byte);
#endif
  size_t result = 0;
  for (size_t place = 0; place < count; place++) result += start[place] == byte;
  return result;
}
