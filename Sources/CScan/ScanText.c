#include "ScanText.h"

#include <string.h>

#define SCAN static inline __attribute__((always_inline))

typedef uint8_t bytes64 __attribute__((vector_size(64), aligned(1)));
typedef uint8_t native64 __attribute__((ext_vector_type(64)));
typedef _Bool bits64 __attribute__((ext_vector_type(64)));

// How often a byte is seen in text, roughly: the less the better it singles out places.
static int frequency(uint8_t byte) {
  if (byte >= 0xE0) return byte == 0xE3 ? 9 : 8; // the first byte of most of what is not Latin
  if (byte >= 0xC0) return 6;
  if (byte >= 0x80) return byte <= 0x83 || byte == 0xBC || byte == 0xBD ? 7 : 3;
  if (byte == ' ') return 7;
  if (byte != 0 && strchr("etaoinsr", byte)) return 6;
  if (byte != 0 && strchr("jkqvwxyz", byte)) return 2;
  return byte >= 'a' && byte <= 'z' ? 4 : byte < ' ' ? 1 : 3;
}

void hk_needle_prepare(hk_needle *needle) {
  size_t best = 0, next = 0;
  // Beyond some places nothing is won.
  size_t looked = needle->count < 32 ? needle->count : 32;
  for (size_t at = 1; at < looked; at++) {
    if (frequency(needle->bytes[at]) < frequency(needle->bytes[best])) best = at;
  }
  if (best == 0) next = looked - 1;
  for (size_t at = 0; at < looked; at++) {
    if (at == best) continue;
    if (next == best || frequency(needle->bytes[at]) < frequency(needle->bytes[next])) next = at;
  }
  needle->first_rare = best < next ? best : next;
  needle->second_rare = best < next ? next : best;
}

SCAN uint64_t equal_bits(const uint8_t *at, uint8_t loose, uint8_t byte) {
  bytes64 truth = (bytes64)((*(const bytes64 *)at | loose) == byte);
  native64 lanes;
  memcpy(&lanes, &truth, 64);
  bits64 bits = __builtin_convertvector(lanes, bits64);
  uint64_t word;
  memcpy(&word, &bits, 8);
  return word;
}

SCAN bool is_at(const uint8_t *text, const hk_needle *needle) {
  for (size_t at = 0; at < needle->count; at++) {
    if ((text[at] | needle->loose[at]) != needle->bytes[at]) return false;
  }
  return true;
}

SCAN size_t text_find(const uint8_t *text, size_t count, const hk_needle *needle) {
  if (needle->count > count) return count;
  size_t first = needle->first_rare, second = needle->second_rare;
  uint8_t first_byte = needle->bytes[first], second_byte = needle->bytes[second];
  uint8_t first_loose = needle->loose[first], second_loose = needle->loose[second];
  size_t last = count - needle->count;
  for (size_t at = 0; at <= last; at += 64) {
    uint64_t bits = equal_bits(text + at + first, first_loose, first_byte);
    if (bits == 0) continue;
    bits &= equal_bits(text + at + second, second_loose, second_byte);
    for (; bits != 0; bits &= bits - 1) {
      size_t place = at + (size_t)__builtin_ctzll(bits);
      if (place > last) return count;
      if (is_at(text + place, needle)) return place;
    }
  }
  return count;
}

SCAN uint64_t word_of(const bytes64 *truth) {
  native64 lanes;
  memcpy(&lanes, truth, 64);
  bits64 bits = __builtin_convertvector(lanes, bits64);
  uint64_t word;
  memcpy(&word, &bits, 8);
  return word;
}

SCAN uint64_t spelling_bits(const uint8_t *at, const hk_spelling *spellings,
                            size_t spelling_count) {
  bytes64 first = *(const bytes64 *)at;
  bytes64 second = *(const bytes64 *)(at + 1);
  bytes64 third = *(const bytes64 *)(at + 2);
  // U+3000 to U+30FF and U+31C0 to U+31FF begin with E3 and one of these.
  bytes64 kana = (bytes64)(((second & 0xFC) == 0x80) | (second == 0x87));
  bytes64 wide = (bytes64)((first == 0xEF) & (second >= 0xBC));
  bytes64 found = (bytes64)((first >= 0xC2) & ((first <= 0xE2) | (first >= 0xEA))) & ~wide;
  found |= (bytes64)(first == 0xE3) & ~kana;
  for (size_t index = 0; index < spelling_count; index++) {
    const hk_spelling *spelling = &spellings[index];
    bytes64 same = (bytes64)(first == spelling->bytes[0]);
    if (spelling->count > 1) same &= (bytes64)(second == spelling->bytes[1]);
    if (spelling->count > 2) same &= (bytes64)(third == spelling->bytes[2]);
    found |= same;
  }
  return word_of(&found);
}

SCAN size_t text_find_spelling(const uint8_t *text, size_t from, size_t count,
                               const hk_spelling *spellings, size_t spelling_count) {
  for (size_t at = from; at < count; at += 64) {
    uint64_t bits = spelling_bits(text + at, spellings, spelling_count);
    if (bits == 0) continue;
    size_t place = at + (size_t)__builtin_ctzll(bits);
    return place < count ? place : count;
  }
  return count;
}

SCAN bool text_is_ascii(const uint8_t *text, size_t count) {
  size_t at = 0;
  for (; at + 256 <= count; at += 256) {
    bytes64 all = *(const bytes64 *)(text + at) | *(const bytes64 *)(text + at + 64) |
      *(const bytes64 *)(text + at + 128) | *(const bytes64 *)(text + at + 192);
    uint64_t words[8], any = 0;
    memcpy(words, &all, 64);
    for (int word = 0; word < 8; word++) any |= words[word];
    if (any & 0x8080808080808080) return false;
  }
  uint8_t any = 0;
  for (; at < count; at++) any |= text[at];
  return any < 0x80;
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2")))
#define MIDDLE __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

WIDE static size_t text_find_wide(const uint8_t *text, size_t count, const hk_needle *needle) {
  return text_find(text, count, needle);
}
MIDDLE static size_t text_find_middle(const uint8_t *text, size_t count, const hk_needle *needle) {
  return text_find(text, count, needle);
}
WIDE static size_t text_find_spelling_wide(const uint8_t *text, size_t from, size_t count,
                                           const hk_spelling *spellings, size_t spelling_count) {
  return text_find_spelling(text, from, count, spellings, spelling_count);
}
MIDDLE static size_t text_find_spelling_middle(const uint8_t *text, size_t from, size_t count,
                                               const hk_spelling *spellings,
                                               size_t spelling_count) {
  return text_find_spelling(text, from, count, spellings, spelling_count);
}
WIDE static bool text_is_ascii_wide(const uint8_t *text, size_t count) {
  return text_is_ascii(text, count);
}
#endif

size_t hk_text_find(const uint8_t *text, size_t count, const hk_needle *needle) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    return text_find_wide(text, count, needle);
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    return text_find_middle(text, count, needle);
  }
#endif
  return text_find(text, count, needle);
}

size_t hk_text_find_spelling(const uint8_t *text, size_t from, size_t count,
                             const hk_spelling *spellings, size_t spelling_count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    return text_find_spelling_wide(text, from, count, spellings, spelling_count);
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    return text_find_spelling_middle(text, from, count, spellings, spelling_count);
  }
#endif
  return text_find_spelling(text, from, count, spellings, spelling_count);
}

bool hk_text_is_ascii(const uint8_t *text, size_t count) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    return text_is_ascii_wide(text, count);
  }
#endif
  return text_is_ascii(text, count);
}
