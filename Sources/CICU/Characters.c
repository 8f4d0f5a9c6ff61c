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
  return unorm2_hasBoundaryBefore((const UNormalizer2 *)folding, (UChar32)scalar);
}

// Takes combining marks out of a text and composes what is left.
static void drop_marks(UChar **units, int32_t *count, UErrorCode *error) {
  const UNormalizer2 *nfd = unorm2_getNFDInstance(error);
  const UNormalizer2 *nfc = unorm2_getNFCInstance(error);
  if (U_FAILURE(*error)) return;
  // A scalar decomposes into four at most, see Unicode Standard Annex #15, section 9.
  int32_t capacity = *count * 4 + 16;
  UChar *apart = malloc((size_t)capacity * sizeof(UChar));
  if (!apart) {
    *error = U_MEMORY_ALLOCATION_ERROR;
    return;
  }
  int32_t length = unorm2_normalize(nfd, *units, *count, apart, capacity, error);
  int32_t kept = 0;
  for (int32_t at = 0; U_SUCCESS(*error) && at < length;) {
    UChar32 c;
    U16_NEXT(apart, at, length, c);
    if (u_getCombiningClass(c) == 0) U16_APPEND_UNSAFE(apart, kept, c);
  }
  // Composing never makes a text longer.
  if (U_SUCCESS(*error) && kept > 0) {
    UChar *whole = malloc((size_t)kept * sizeof(UChar) + sizeof(UChar));
    if (!whole) *error = U_MEMORY_ALLOCATION_ERROR;
    else kept = unorm2_normalize(nfc, apart, kept, whole, kept + 1, error);
    free(apart);
    apart = whole;
  }
  free(*units);
  *units = apart;
  *count = U_SUCCESS(*error) ? kept : 0;
}

int32_t hk_fold(
  const hk_folding *folding, const uint8_t *text, int32_t count, bool drops_marks, uint8_t *into,
  int32_t capacity, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  hk_text units;
  hk_text_open(&units, text, count, &code);
  // NFKC turns a scalar into at most eighteen.
  int64_t room = (int64_t)units.count * 18 + 16;
  UChar *folded = NULL;
  int32_t written = 0;
  if (room > INT32_MAX / 2) code = U_MEMORY_ALLOCATION_ERROR;
  if (U_SUCCESS(code)) {
    folded = malloc((size_t)room * sizeof(UChar));
    if (!folded) code = U_MEMORY_ALLOCATION_ERROR;
  }
  if (U_SUCCESS(code)) {
    int32_t length = unorm2_normalize(
      (const UNormalizer2 *)folding, units.units, units.count, folded, (int32_t)room, &code);
    if (U_SUCCESS(code) && drops_marks) drop_marks(&folded, &length, &code);
    if (U_SUCCESS(code)) {
      u_strToUTF8((char *)into, capacity, &written, folded, length, &code);
      if (code == U_BUFFER_OVERFLOW_ERROR) code = U_ZERO_ERROR;
    }
  }
  free(folded);
  hk_text_close(&units);
  *error = code > U_ZERO_ERROR ? code : U_ZERO_ERROR;
  return written;
}
