#pragma once
// Finding and counting bytes, with the widest vectors that the processor has.

#include <stddef.h>
#include <stdint.h>

/// Packs up to four byte values to look for; give a value twice to look for fewer.
static inline uint32_t hk_scan_wanted(uint8_t first, uint8_t second, uint8_t third,
                                      uint8_t fourth) {
  return (uint32_t)first | (uint32_t)second << 8 | (uint32_t)third << 16 | (uint32_t)fourth << 24;
}

/// The place of the first byte that is one of those wanted, or `count` when there is none.
size_t hk_scan_find(const uint8_t *_Nonnull start, size_t count, uint32_t wanted);

/// Sets a bit for every byte that is one of those wanted: 64 bytes a word, the first byte in the
/// lowest bit. There are `(count + 63) / 64` words.
void hk_scan_bits(const uint8_t *_Nonnull start, size_t count, uint32_t wanted,
                  uint64_t *_Nonnull bits);

/// How many bytes are this one.
size_t hk_scan_count(const uint8_t *_Nonnull start, size_t count, uint8_t byte);
