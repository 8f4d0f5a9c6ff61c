#include "records_elements.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unicode/ucoleitr.h>

namespace {

struct Element {
  uint32_t primary;
  uint16_t secondary;
};

/// ICU's elements of one segment. A weight of more than sixteen bits comes in two parts, the second
/// of which is marked by its lowest byte.
std::vector<Element> elements(UCollator *collator, ElementKeys::Segment segment) {
  UChar text[4];
  int32_t length = 0;
  for (; segment != 0; segment >>= 16) text[length++] = UChar(segment);
  UErrorCode status = U_ZERO_ERROR;
  UCollationElements *iterator = ucol_openElements(collator, text, length, &status);
  std::vector<Element> found;
  for (int32_t order; (order = ucol_next(iterator, &status)) != UCOL_NULLORDER;) {
    uint32_t weight = uint32_t(order);
    if ((weight & 0xC0) == 0xC0 && !found.empty()) {
      found.back().primary |= weight >> 16;
      found.back().secondary |= weight >> 8 & 0xFF;
    } else {
      found.push_back({weight >> 16 << 16, uint16_t(weight >> 8 << 8)});
    }
  }
  ucol_closeElements(iterator);
  return found;
}

/// The first byte of the primary weight as it sorts, which the elements have as it was before the
/// locale put the scripts in its order.
uint8_t lead(UCollator *collator, ElementKeys::Segment segment) {
  UChar text[4];
  int32_t length = 0;
  for (; segment != 0; segment >>= 16) text[length++] = UChar(segment);
  uint8_t key[64];
  ucol_getSortKey(collator, text, length, key, sizeof(key));
  return key[0];
}

}  // namespace

bool ElementKeys::prepare(UCollator *collator, const Seen *seen, int count) {
  std::map<Segment, std::vector<Element>> known;
  for (int i = 0; i < count; i++) {
    for (Segment code = 0; code < 1 << 16; code++) {
      if (seen[i].single[code]) known[code];
    }
    for (Segment segment : seen[i].marked.words) known[segment];
    if (!seen[i].complete) return false;
  }
  // A mark that follows no vowel is what it is alone.
  known[0x30FC];
  std::map<uint8_t, uint8_t> leads;
  std::set<uint32_t> primaries;
  std::set<uint16_t> secondaries;
  for (auto &[segment, found] : known) {
    found = elements(collator, segment);
    if (found.size() > most || found.empty() || found[0].primary == 0) return false;
    uint8_t first = lead(collator, segment);
    if (leads.emplace(found[0].primary >> 24, first).first->second != first) return false;
  }
  for (auto &[segment, found] : known) {
    for (Element &element : found) {
      if (element.primary != 0) {
        auto first = leads.find(element.primary >> 24);
        if (first == leads.end()) return false;
        element.primary = (element.primary & 0xFFFFFF) | uint32_t(first->second) << 24;
        primaries.insert(element.primary);
      }
      if (element.secondary != 0) secondaries.insert(element.secondary);
    }
  }
  // A key without secondary weights stands for common ones, which must be the lowest.
  constexpr uint16_t common = 0x0500;
  if (primaries.size() > 254 || secondaries.size() > 254) return false;
  if (!secondaries.empty() && *secondaries.begin() != common) return false;

  auto rank = [](auto &weights, auto weight) {
    return uint8_t(1 + std::distance(weights.begin(), weights.find(weight)));
  };
  single.resize(1 << 16);
  plain.resize(1 << 16);
  for (auto &[segment, found] : known) {
    Weights weights;
    for (Element element : found) {
      weights.primary[weights.count] = element.primary == 0 ? 0 : rank(primaries, element.primary);
      weights.secondary[weights.count++] =
          element.secondary == 0 ? 0 : rank(secondaries, element.secondary);
    }
    weights.plain = std::all_of(found.begin(), found.end(), [](Element element) {
      return element.primary != 0 && element.secondary == common;
    });
    if (segment < 1 << 16) {
      single[segment] = weights;
      if (weights.plain && weights.count == 1) plain[segment] = weights.primary[0];
    } else if (places.add(segment) >= 0) {
      marked.push_back(weights);
    } else {
      return false;
    }
  }
  return true;
}

uint8_t *ElementKeys::write(const uint8_t *at, const uint8_t *end, uint8_t *out) const {
  bool all_plain = true;
  split(at, end, [&](Segment segment) {
    if (segment < 1 << 16 && plain[segment] != 0) {
      *out++ = plain[segment];
      return;
    }
    const Weights &own = weights(segment);
    all_plain &= own.plain;
    for (int i = 0; i < own.count; i++) {
      *out = own.primary[i];
      out += own.primary[i] != 0;
    }
  });
  if (all_plain) return out;
  *out++ = 0;
  split(at, end, [&](Segment segment) {
    const Weights &own = weights(segment);
    for (int i = 0; i < own.count; i++) {
      *out = own.secondary[i];
      out += own.secondary[i] != 0;
    }
  });
  return out;
}
