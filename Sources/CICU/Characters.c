#include "CICU.h"
#include "Text.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>

uint16_t hk_combining_classes(uint32_t scalar) {
  UChar32 c = (UChar32)scalar;
  int32_t first = u_getIntPropertyValue(c, UCHAR_LEAD_CANONICAL_COMBINING_CLASS);
  int32_t last = u_getIntPropertyValue(c, UCHAR_TRAIL_CANONICAL_COMBINING_CLASS);
  return (uint16_t)(first << 8 | last);
}

uint32_t hk_decomposition_start(uint32_t scalar, bool *decomposes) {
  UErrorCode code = U_ZERO_ERROR;
  const UNormalizer2 *nfc = unorm2_getNFCInstance(&code);
  UChar units[32];
  int32_t count = U_FAILURE(code)
    ? -1
    : unorm2_getDecomposition(nfc, (UChar32)scalar, units, 32, &code);
  *decomposes = U_SUCCESS(code) && count > 0;
  if (!*decomposes) return scalar;
  UChar32 start;
  U16_GET(units, 0, 0, count, start);
  return (uint32_t)start;
}

int32_t hk_columns(uint32_t scalar) {
  UChar32 c = (UChar32)scalar;
  // The soft hyphen is a format character that terminals show.
  if (scalar != 0xAD && (U_GET_GC_MASK(c) & (U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK))) return 0;
  // Vowels and final consonants of Korean join the consonant before them.
  if (scalar >= 0x1160 && scalar < 0x1200) return 0;
  int32_t width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_WIDE ? 2 : 1;
}

bool hk_is_digit(uint32_t scalar) { return u_charType((UChar32)scalar) == U_DECIMAL_DIGIT_NUMBER; }

int32_t hk_locale_name(const char *name, char *into, int32_t capacity) {
  UErrorCode code = U_ZERO_ERROR;
  int32_t count = 0;
  if (!strpbrk(name, "@_.")) {
    int32_t parsed = 0;
    count = uloc_forLanguageTag(name, into, capacity, &parsed, &code);
    if (U_SUCCESS(code) && parsed == (int32_t)strlen(name) && count < capacity) return count;
    code = U_ZERO_ERROR;
  }
  count = uloc_canonicalize(name, into, capacity, &code);
  return U_SUCCESS(code) && count < capacity ? count : 0;
}

// NFKC_Casefold is data of ICU's that lives as long as the process.
const hk_folding *hk_folding_shared(int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  const UNormalizer2 *own = unorm2_getNFKCCasefoldInstance(&code);
  *error = code;
  return U_SUCCESS(code) ? (const hk_folding *)own : NULL;
}

bool hk_folds_apart(const hk_folding *folding, uint32_t scalar) {
  // U+0345, a mark, folds to the letter iota, before which there is a boundary.
  return unorm2_hasBoundaryBefore((const UNormalizer2 *)folding, (UChar32)scalar)
    && hk_combining_classes(scalar) >> 8 == 0;
}

// Replaces a text, which was allocated, by what a normalizer makes of it. A scalar becomes eighteen
// at most, see UAX #15, section 9.
static void normalize(
  const UNormalizer2 *how, UChar **units, int32_t *count, UErrorCode *error) {
  int64_t room = (int64_t)*count * 18 + 1;
  if (U_SUCCESS(*error) && room > INT32_MAX / 2) *error = U_MEMORY_ALLOCATION_ERROR;
  UChar *made = U_SUCCESS(*error) ? malloc((size_t)room * sizeof(UChar)) : NULL;
  if (made) {
    *count = unorm2_normalize(how, *units, *count, made, (int32_t)room, error);
    free(*units);
    *units = made;
  } else if (U_SUCCESS(*error)) {
    *error = U_MEMORY_ALLOCATION_ERROR;
  }
}

static void drop_marks(UChar *units, int32_t *count) {
  int32_t kept = 0;
  for (int32_t at = 0; at < *count;) {
    UChar32 c;
    U16_NEXT(units, at, *count, c);
    if (u_getCombiningClass(c) == 0) U16_APPEND_UNSAFE(units, kept, c);
  }
  *count = kept;
}

int32_t hk_fold(
  const hk_folding *folding, const uint8_t *text, int32_t count, bool drops_marks, uint8_t *into,
  int32_t capacity, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  const UNormalizer2 *nfd = unorm2_getNFDInstance(&code);
  const UNormalizer2 *nfc = unorm2_getNFCInstance(&code);
  int32_t length = 0, written = 0;
  UChar *units = malloc(((size_t)count + 1) * sizeof(UChar));
  if (!units) code = U_MEMORY_ALLOCATION_ERROR;
  u_strFromUTF8WithSub(
    units, count + 1, &length, (const char *)text, count, 0xFFFD, NULL, &code);
  // Marks must be in order before one of them, U+0345, becomes a letter: the Unicode Standard,
  // 3.13, D145.
  normalize(nfd, &units, &length, &code);
  normalize((const UNormalizer2 *)folding, &units, &length, &code);
  if (drops_marks) {
    normalize(nfd, &units, &length, &code);
    if (U_SUCCESS(code)) drop_marks(units, &length);
    normalize(nfc, &units, &length, &code);
  }
  u_strToUTF8((char *)into, capacity, &written, units, length, &code);
  if (code == U_BUFFER_OVERFLOW_ERROR) code = U_ZERO_ERROR;
  free(units);
  *error = code > U_ZERO_ERROR ? code : U_ZERO_ERROR;
  return written;
}
