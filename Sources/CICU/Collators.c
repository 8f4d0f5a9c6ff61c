#include "CICU.h"
#include "Text.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uset.h>

struct hk_collator {
  UCollator *own;
  char locale[ULOC_FULLNAME_CAPACITY];
};

struct hk_elements {
  UCollationElements *own;
};

const char *hk_error_name(int32_t error) { return u_errorName((UErrorCode)error); }

// The rules of a collator with others behind them, as a collator of its own with the same settings.
static UCollator *open_with_rules(const UCollator *base, const char *rules, UErrorCode *error) {
  int32_t base_count = 0;
  const UChar *base_rules = ucol_getRules(base, &base_count);
  hk_text more;
  hk_text_open(&more, (const uint8_t *)rules, (int32_t)strlen(rules), error);
  UChar *all = U_FAILURE(*error) ? NULL : malloc(((size_t)base_count + (size_t)more.count) * 2);
  UCollator *opened = NULL;
  if (all) {
    u_memcpy(all, base_rules, base_count);
    u_memcpy(all + base_count, more.units, more.count);
    opened =
      ucol_openRules(all, base_count + more.count, UCOL_DEFAULT, UCOL_DEFAULT, NULL, error);
  } else if (U_SUCCESS(*error)) {
    *error = U_MEMORY_ALLOCATION_ERROR;
  }
  free(all);
  hk_text_close(&more);
  // What a keyword of the locale's name asks for is not in its rules.
  static const UColAttribute attributes[] = {
    UCOL_FRENCH_COLLATION, UCOL_ALTERNATE_HANDLING, UCOL_NORMALIZATION_MODE};
  for (size_t i = 0; U_SUCCESS(*error) && i < sizeof attributes / sizeof *attributes; i++) {
    ucol_setAttribute(opened, attributes[i], ucol_getAttribute(base, attributes[i], error), error);
  }
  int32_t codes[256];
  int32_t count = ucol_getReorderCodes(base, codes, 256, error);
  if (U_SUCCESS(*error)) ucol_setReorderCodes(opened, codes, count, error);
  return opened;
}

static void set_options(UCollator *own, bool primary_only, bool numeric, UErrorCode *error) {
  ucol_setAttribute(
    own, UCOL_STRENGTH, primary_only ? UCOL_PRIMARY : UCOL_SECONDARY, error);
  ucol_setAttribute(own, UCOL_CASE_LEVEL, UCOL_OFF, error);
  if (numeric) ucol_setAttribute(own, UCOL_NUMERIC_COLLATION, UCOL_ON, error);
}

hk_collator *hk_collator_open(
  const char *locale, const char *rules, bool primary_only, bool numeric, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  hk_collator *collator = calloc(1, sizeof *collator);
  if (!collator) {
    *error = U_MEMORY_ALLOCATION_ERROR;
    return NULL;
  }
  collator->own = ucol_open(locale, &code);
  if (U_SUCCESS(code)) {
    UErrorCode nameless = U_ZERO_ERROR;
    const char *name = ucol_getLocaleByType(collator->own, ULOC_VALID_LOCALE, &nameless);
    strncpy(collator->locale, name && *name ? name : "root", sizeof collator->locale - 1);
  }
  if (U_SUCCESS(code) && rules) {
    UCollator *tailored = open_with_rules(collator->own, rules, &code);
    ucol_close(collator->own);
    collator->own = tailored;
  }
  if (U_SUCCESS(code)) set_options(collator->own, primary_only, numeric, &code);
  if (U_FAILURE(code)) {
    *error = code;
    hk_collator_close(collator);
    return NULL;
  }
  *error = U_ZERO_ERROR;
  return collator;
}

void hk_collator_close(hk_collator *collator) {
  if (!collator) return;
  if (collator->own) ucol_close(collator->own);
  free(collator);
}

int32_t hk_collator_locale(const hk_collator *collator, char *name, int32_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t count = uloc_toLanguageTag(collator->locale, name, capacity, false, &code);
  return U_SUCCESS(code) && count <= capacity ? count : 0;
}

hk_traits hk_collator_traits(const hk_collator *collator) {
  UErrorCode code = U_ZERO_ERROR, ignored = U_ZERO_ERROR;
  const UCollator *own = collator->own;
  return (hk_traits){
    .ignores_punctuation = ucol_getAttribute(own, UCOL_ALTERNATE_HANDLING, &code) == UCOL_SHIFTED,
    .backward_accents = ucol_getAttribute(own, UCOL_FRENCH_COLLATION, &code) == UCOL_ON,
    .reorders_scripts = ucol_getReorderCodes(own, NULL, 0, &ignored) > 0,
    .normalizes = ucol_getAttribute(own, UCOL_NORMALIZATION_MODE, &code) == UCOL_ON};
}

int32_t hk_compare(
  const hk_collator *collator, const uint8_t *left, int32_t left_count, const uint8_t *right,
  int32_t right_count, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t order = ucol_strcollUTF8(
    collator->own, (const char *)left, left_count, (const char *)right, right_count, &code);
  *error = code;
  return order;
}

int32_t hk_sort_key(
  const hk_collator *collator, const uint8_t *text, int32_t count, uint8_t *key, int32_t capacity,
  int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  hk_text units;
  hk_text_open(&units, text, count, &code);
  int32_t length = U_FAILURE(code)
    ? 0
    : ucol_getSortKey(collator->own, units.units, units.count, key, capacity);
  hk_text_close(&units);
  *error = code;
  return length;
}

// Strings of a set, each as scalars.
static void each_string(
  const USet *set, void *context, void (*body)(void *, const uint32_t *, int32_t),
  UErrorCode *error) {
  int32_t items = uset_getItemCount(set);
  for (int32_t item = 0; item < items && U_SUCCESS(*error); item++) {
    UChar units[256];
    UChar32 scalars[256], first, last;
    int32_t count = uset_getItem(set, item, &first, &last, units, 256, error);
    if (count < 2 || U_FAILURE(*error)) continue;
    int32_t length = 0;
    u_strToUTF32(scalars, 256, &length, units, count, error);
    if (U_SUCCESS(*error)) body(context, (const uint32_t *)scalars, length);
  }
}

void hk_collator_contractions(
  const hk_collator *collator, void *context,
  void (*body)(void *context, const uint32_t *scalars, int32_t count), int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  USet *set = uset_openEmpty();
  ucol_getContractionsAndExpansions(collator->own, set, NULL, true, &code);
  if (U_SUCCESS(code)) each_string(set, context, body, &code);
  uset_close(set);
  *error = code;
}

hk_elements *hk_elements_open(const hk_collator *collator, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  hk_elements *elements = calloc(1, sizeof *elements);
  if (!elements) {
    *error = U_MEMORY_ALLOCATION_ERROR;
    return NULL;
  }
  static const UChar empty[1] = {0};
  elements->own = ucol_openElements(collator->own, empty, 0, &code);
  *error = code;
  if (U_SUCCESS(code)) return elements;
  hk_elements_close(elements);
  return NULL;
}

void hk_elements_close(hk_elements *elements) {
  if (!elements) return;
  if (elements->own) ucol_closeElements(elements->own);
  free(elements);
}

// ICU gives an element as one or two halves of 32 bits; the second has the bits 0xC0 set, which no
// first one has: they would be the case of a letter that is neither lower, mixed nor upper case.
static int32_t get(
  UCollationElements *own, uint64_t *into, int32_t capacity, UErrorCode *error) {
  int32_t written = 0;
  int32_t half;
  while ((half = ucol_next(own, error)) != UCOL_NULLORDER && U_SUCCESS(*error)) {
    uint64_t bits = (uint32_t)half;
    bool second = (bits & 0xC0) == 0xC0 && written > 0;
    if (second) {
      uint64_t low = bits >> 16 << 32 | (bits & 0xFF00) << 8;
      if (written <= capacity) into[written - 1] |= low;
    } else {
      if (written < capacity) into[written] = bits >> 16 << 48 | (bits & 0xFF00) << 16;
      written++;
    }
  }
  return written;
}

int32_t hk_elements_get(
  hk_elements *elements, const uint8_t *text, int32_t count, uint64_t *into, int32_t capacity,
  int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  hk_text units;
  hk_text_open(&units, text, count, &code);
  int32_t written = 0;
  if (U_SUCCESS(code)) {
    ucol_setText(elements->own, units.units, units.count, &code);
    written = get(elements->own, into, capacity, &code);
  }
  hk_text_close(&units);
  *error = code;
  return written;
}
