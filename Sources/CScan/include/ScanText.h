#pragma once
// Finding text within text, with the widest vectors that the processor has.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is looked for. Where `loose` has the bit 20 (hex), a letter may be large or small.
typedef struct {
  /// The bytes, letters that may be large written small.
  const uint8_t *_Nonnull bytes;
  /// As many bytes: 0x20 where the byte is a letter that may be large or small, otherwise 0.
  const uint8_t *_Nonnull loose;
  /// At least one.
  size_t count;
  /// Two places in it whose bytes are seldom seen; the first is not the greater.
  size_t first_rare, second_rare;
} hk_needle;

/// Chooses the rare places of a needle.
void hk_needle_prepare(hk_needle *_Nonnull needle);

/// Where the needle begins in the text, or `count` when it is not there. 64 bytes behind the text
/// may be read.
size_t hk_text_find(const uint8_t *_Nonnull text, size_t count, const hk_needle *_Nonnull needle);

/// A character as it may be written: one to three bytes of UTF-8.
typedef struct {
  uint8_t bytes[3];
  uint8_t count;
} hk_spelling;

/// Where, from `from` on, one of the spellings begins or a character that is neither ASCII, kana, a
/// unified ideograph (U+4000 to U+9FFF) nor of full or half width, or `count` when nowhere. 64 bytes
/// behind the text may be read.
size_t hk_text_find_spelling(const uint8_t *_Nonnull text, size_t from, size_t count,
                             const hk_spelling *_Nonnull spellings, size_t spelling_count);

/// Whether all bytes are below 0x80.
bool hk_text_is_ascii(const uint8_t *_Nonnull text, size_t count);
