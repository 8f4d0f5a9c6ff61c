#include "ScanValues.h"

#include <string.h>

// Each loop is written once, over 8 values a step, and compiled for several processors: the compiler
// turns it into masks where there are such, and the others are right all the same.
#define SCAN static inline __attribute__((always_inline))

typedef int64_t integers8 __attribute__((vector_size(64), aligned(8)));
typedef double doubles8 __attribute__((vector_size(64), aligned(8)));
typedef uint64_t slots8 __attribute__((vector_size(64), aligned(8)));
typedef _Bool bits8 __attribute__((ext_vector_type(8)));

// By pointer, as such a vector has no agreed way to be passed.
SCAN uint64_t bits_of(const integers8 *truth) {
  typedef int64_t native8 __attribute__((ext_vector_type(8)));
  native8 lanes;
  memcpy(&lanes, truth, sizeof lanes);
  bits8 bits = __builtin_convertvector(lanes, bits8);
  uint8_t byte;
  memcpy(&byte, &bits, 1);
  return byte;
}

#define WITHIN(Vector, Element)                                                                    \
  for (size_t word = 0; word * 64 < count; word++) {                                               \
    uint64_t wanted = open[word], bits = 0;                                                        \
    const Element *at = values + word * 64;                                                        \
    if (wanted != 0 && count - word * 64 >= 64) {                                                  \
      for (int step = 0; step < 8; step++) {                                                       \
        Vector eight = *(const Vector *)(at + step * 8);                                           \
        integers8 truth = (integers8)((eight >= low) & (eight <= high));                           \
        bits |= bits_of(&truth) << (step * 8);                                                     \
      }                                                                                            \
    } else {                                                                                       \
      for (uint64_t rest = wanted; rest != 0; rest &= rest - 1) {                                  \
        int place = __builtin_ctzll(rest);                                                         \
        bits |= (uint64_t)(at[place] >= low && at[place] <= high) << place;                        \
      }                                                                                            \
    }                                                                                              \
    found[word] = bits & wanted;                                                                   \
  }

SCAN void integers_within(const int64_t *values, size_t count, int64_t low, int64_t high,
                          const uint64_t *open, uint64_t *found) {
  WITHIN(integers8, int64_t)
}

SCAN void doubles_within(const double *values, size_t count, double low, double high,
                         const uint64_t *open, uint64_t *found) {
  WITHIN(doubles8, double)
}

SCAN void texts_equal(const uint64_t *slots, size_t count, const uint8_t *arena,
                      const uint8_t *wanted, size_t length, const uint64_t *open,
                      uint64_t *found) {
  uint64_t head = 0;
  memcpy(&head, wanted, length < 8 ? length : 8);
  uint64_t mask = length >= 8 ? ~0ull : (1ull << (8 * length)) - 1;
  for (size_t word = 0; word * 64 < count; word++) {
    uint64_t bits = 0;
    const uint64_t *at = slots + word * 64;
    if (open[word] != 0 && count - word * 64 >= 64) {
      for (int step = 0; step < 8; step++) {
        slots8 eight = *(const slots8 *)(at + step * 8);
        integers8 truth = (integers8)((eight >> 32) == length);
        bits |= bits_of(&truth) << (step * 8);
      }
    } else {
      for (uint64_t rest = open[word]; rest != 0; rest &= rest - 1) {
        int place = __builtin_ctzll(rest);
        bits |= (uint64_t)(at[place] >> 32 == length) << place;
      }
    }
    uint64_t equal = 0;
    for (uint64_t rest = bits & open[word]; rest != 0; rest &= rest - 1) {
      int place = __builtin_ctzll(rest);
      const uint8_t *text = arena + (uint32_t)at[place];
      uint64_t first;
      memcpy(&first, text, 8);
      if (((first ^ head) & mask) != 0) continue;
      if (length > 8 && memcmp(text + 8, wanted + 8, length - 8) != 0) continue;
      equal |= 1ull << place;
    }
    found[word] = equal;
  }
}

#define WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define MIDDLE __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

#define DISPATCHED(name, parameters, arguments)                                                    \
  WIDE static void name##_wide parameters { name arguments; }                                      \
  MIDDLE static void name##_middle parameters { name arguments; }                                  \
  void hk_##name parameters {                                                                      \
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&                \
        __builtin_cpu_supports("avx512dq")) {                                                      \
      name##_wide arguments;                                                                       \
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {                 \
      name##_middle arguments;                                                                     \
    } else {                                                                                       \
      name arguments;                                                                              \
    }                                                                                              \
  }

#if !defined(__x86_64__)
#undef DISPATCHED
#define DISPATCHED(name, parameters, arguments)                                                    \
  void hk_##name parameters { name arguments; }
#endif

DISPATCHED(integers_within,
           (const int64_t *values, size_t count, int64_t low, int64_t high, const uint64_t *open,
            uint64_t *found),
           (values, count, low, high, open, found))
DISPATCHED(doubles_within,
           (const double *values, size_t count, double low, double high, const uint64_t *open,
            uint64_t *found),
           (values, count, low, high, open, found))
DISPATCHED(texts_equal,
           (const uint64_t *slots, size_t count, const uint8_t *arena, const uint8_t *wanted,
            size_t length, const uint64_t *open, uint64_t *found),
           (slots, count, arena, wanted, length, open, found))

SCAN int64_t *numbers_of_word(uint64_t bits, int64_t base, int64_t *into) {
  for (; bits != 0; bits &= bits - 1) *into++ = base + __builtin_ctzll(bits);
  return into;
}

#if defined(__x86_64__)
#include <immintrin.h>

WIDE static int64_t *numbers_of_bits_wide(const uint64_t *words, size_t count, int64_t base,
                                          int64_t *into) {
  const __m512i eight = _mm512_set1_epi64(8);
  for (size_t word = 0; word < count; word++) {
    uint64_t bits = words[word];
    if (bits == 0) continue;
    int64_t first = base + (int64_t)word * 64;
    // A few are sooner written one by one.
    if (__builtin_popcountll(bits) < 6) {
      into = numbers_of_word(bits, first, into);
      continue;
    }
    __m512i numbers = _mm512_add_epi64(_mm512_set1_epi64(first),
                                       _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    for (int step = 0; step < 8; step++) {
      __mmask8 mask = (__mmask8)(bits >> (step * 8));
      _mm512_storeu_si512(into, _mm512_maskz_compress_epi64(mask, numbers));
      into += __builtin_popcount(mask);
      numbers = _mm512_add_epi64(numbers, eight);
    }
  }
  return into;
}
#endif

int64_t *hk_numbers_of_bits(const uint64_t *words, size_t count, int64_t base, int64_t *into) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) {
    return numbers_of_bits_wide(words, count, base, into);
  }
#endif
  for (size_t word = 0; word < count; word++) {
    into = numbers_of_word(words[word], base + (int64_t)word * 64, into);
  }
  return into;
}
