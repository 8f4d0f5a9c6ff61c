#pragma once
// Comparing the values of a chunk with bounds, with the widest vectors that the processor has.
//
// Places are bits, 64 a word, the first in the lowest bit. Only places whose bit is set in `open`
// are looked at, and only those can be set in `found`; both have `(count + 63) / 64` words, and
// `open` has no bit from `count` on. `found` may be `open`.

#include <stddef.h>
#include <stdint.h>

/// The places whose value is `low` to `high`.
void hk_integers_within(const int64_t *_Nonnull values, size_t count, int64_t low, int64_t high,
                        const uint64_t *_Nonnull open, uint64_t *_Nonnull found);

/// The places whose value is `low` to `high`; what is not a number is not.
void hk_doubles_within(const double *_Nonnull values, size_t count, double low, double high,
                       const uint64_t *_Nonnull open, uint64_t *_Nonnull found);

/// The places whose text has these bytes. A slot is an offset into the arena in the lower half and a
/// count of bytes in the upper; 8 bytes behind the arena's last may be read.
void hk_texts_equal(const uint64_t *_Nonnull slots, size_t count, const uint8_t *_Nonnull arena,
                    const uint8_t *_Nonnull wanted, size_t length, const uint64_t *_Nonnull open,
                    uint64_t *_Nonnull found);

/// Writes `base` plus the index of every bit that is set, and returns where the next would go. Up to
/// 8 numbers behind may be written too.
int64_t *_Nonnull hk_numbers_of_bits(const uint64_t *_Nonnull words, size_t count, int64_t base,
                                     int64_t *_Nonnull into);
