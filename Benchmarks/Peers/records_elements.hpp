#pragma once

#include "records_table.hpp"

#include <unicode/ucol.h>
#include <vector>

/// Places of 64-bit words, in the order in which they were added; as many as marked characters need.
class WordPlaces {
 public:
  /// The place of a word, which is added where it is new; -1 where there is no room.
  int add(uint64_t word) {
    size_t at = slot(word);
    if (slots[at] < 0 && words.size() < limit) {
      slots[at] = int(words.size());
      words.push_back(word);
    }
    return slots[at];
  }

  int operator[](uint64_t word) const { return slots[slot(word)]; }

  std::vector<uint64_t> words;

 private:
  static constexpr int width = 14;
  static constexpr size_t limit = 1 << (width - 1);
  std::vector<int> slots = std::vector<int>(1 << width, -1);

  size_t slot(uint64_t word) const {
    size_t at = word * 0x9E3779B97F4A7C15 >> (64 - width);
    while (slots[at] >= 0 && words[slots[at]] != word) at = (at + 1) & (slots.size() - 1);
    return at;
  }
};

/// Sort keys put together from what ICU says of the characters that occur: a rank for the primary
/// weight of each, and behind them, where a name has other than common ones, the secondary weights.
///
/// Right for texts of ASCII, full-width forms, kana and kanji, whose weights depend on no more than
/// the marks behind a character (ー takes the vowel before it); others are refused.
class ElementKeys {
 public:
  /// A character of the basic plane and up to two marks, sixteen bits each.
  using Segment = uint64_t;

  /// Calls `body(segment)` for each segment; false where the text has other characters.
  template <typename Body> static bool split(const uint8_t *at, const uint8_t *end, Body body);

  /// Notes what occurs; every thread has its own.
  struct Seen {
    std::vector<uint8_t> single = std::vector<uint8_t>(1 << 16);
    WordPlaces marked;
    bool complete = true;

    void add(Segment segment) {
      if (segment < 1 << 16) {
        single[segment] = 1;
      } else {
        complete &= marked.add(segment) >= 0;
      }
    }
  };

  /// Asks ICU; false where its weights do not fit the scheme.
  bool prepare(UCollator *collator, const Seen *seen, int count);

  /// Writes the key and returns its end; there is room for four bytes for each byte of the text.
  uint8_t *write(const uint8_t *at, const uint8_t *end, uint8_t *out) const;

 private:
  static constexpr int most = 6;

  /// Ranks of weights from 1 on, for one segment; 0 is no primary weight.
  struct Weights {
    uint8_t count = 0;
    /// Only elements with a primary weight and the common secondary one.
    bool plain = false;
    uint8_t primary[most] = {};
    uint8_t secondary[most] = {};
  };

  /// The ranks of single characters with one plain element, 0 for others.
  std::vector<uint8_t> plain;
  std::vector<Weights> single;
  std::vector<Weights> marked;
  WordPlaces places;

  const Weights &weights(Segment segment) const {
    return segment < 1 << 16 ? single[segment] : marked[places[segment]];
  }
};

template <typename Body>
bool ElementKeys::split(const uint8_t *at, const uint8_t *end, Body body) {
  Segment segment = 0;
  int shift = 0;
  while (at < end) {
    uint32_t code = *at;
    if (code < 0x80) {
      at += 1;
      if (code < 0x20 || code == 0x7F) return false;
    } else if (code >> 4 == 0xE) {
      code = (code & 15) << 12 | (at[1] & 63) << 6 | (at[2] & 63);
      at += 3;
    } else {
      return false;
    }
    // ー ｰ ﾞ ﾟ
    bool mark = code == 0x30FC || code == 0xFF70 || code == 0xFF9E || code == 0xFF9F;
    if (mark && segment != 0) {
      shift += 16;
      if (shift > 32) return false;
      segment |= Segment(code) << shift;
      continue;
    }
    bool known = code < 0x80 || code == 0x3000 || (code >= 0x3041 && code <= 0x3096) ||
        (code >= 0x30A1 && code <= 0x30FA) || mark || (code >= 0x4E00 && code <= 0x9FFF) ||
        (code >= 0xFF01 && code <= 0xFF5E) || (code >= 0xFF66 && code <= 0xFF9D);
    if (!known) return false;
    if (segment != 0) body(segment);
    segment = code;
    shift = 0;
  }
  if (segment != 0) body(segment);
  return true;
}
