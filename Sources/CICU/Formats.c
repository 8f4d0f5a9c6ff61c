#include "CICU.h"
#include "Text.h"

#include <string.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>

// A number or a date is shorter than this in every language.
enum { most_units = 256 };

// ICU writes spaces that do not break, or are narrow; no keyboard has them.
static void plain_spaces(UChar *units, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    if (units[i] == 0x00A0 || units[i] == 0x202F || units[i] == 0x2009) units[i] = ' ';
}

struct hk_number_format {
  UNumberFormat *writer;
};

hk_number_format *hk_number_format_open(
  const char *locale, bool is_percent, int32_t least, int32_t most, bool is_grouped,
  int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  hk_number_format *format = calloc(1, sizeof *format);
  if (!format) code = U_MEMORY_ALLOCATION_ERROR;
  UNumberFormatStyle style = is_percent ? UNUM_PERCENT : UNUM_DECIMAL;
  if (U_SUCCESS(code)) format->writer = unum_open(style, NULL, 0, locale, NULL, &code);
  if (U_SUCCESS(code)) {
    unum_setAttribute(format->writer, UNUM_MIN_FRACTION_DIGITS, least);
    unum_setAttribute(format->writer, UNUM_MAX_FRACTION_DIGITS, most);
    unum_setAttribute(format->writer, UNUM_ROUNDING_MODE, UNUM_ROUND_HALFUP);
    unum_setAttribute(format->writer, UNUM_GROUPING_USED, is_grouped);
  }
  *error = code;
  if (U_SUCCESS(code)) return format;
  hk_number_format_close(format);
  return NULL;
}

void hk_number_format_close(hk_number_format *format) {
  if (!format) return;
  if (format->writer) unum_close(format->writer);
  free(format);
}

int32_t hk_number_format_write(
  const hk_number_format *format, double value, int64_t whole, bool is_whole, char *into,
  int32_t capacity, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar units[most_units * 2];
  int32_t count = is_whole
    ? unum_formatInt64(format->writer, whole, units, most_units * 2, NULL, &code)
    : unum_formatDouble(format->writer, value, units, most_units * 2, NULL, &code);
  int32_t length = hk_write_utf8(units, count, into, capacity, &code);
  *error = code;
  return length;
}

// The sign of a kind, without the marks of direction that stand around some.
static uint32_t sign(const UNumberFormat *format, UNumberFormatSymbol kind, UErrorCode *code) {
  UChar units[16];
  int32_t count = unum_getSymbol(format, kind, units, 16, code), at = 0;
  uint32_t scalar = 0;
  while (U_SUCCESS(*code) && at < count) {
    UChar32 next;
    U16_NEXT(units, at, count, next);
    if (u_charType(next) == U_FORMAT_CHAR) continue;
    // No language has two.
    if (scalar) *code = U_INVALID_FORMAT_ERROR;
    scalar = (uint32_t)next;
  }
  return scalar;
}

bool hk_find_number_signs(const char *locale, bool is_latin, hk_number_signs *into) {
  UErrorCode code = U_ZERO_ERROR;
  char name[ULOC_FULLNAME_CAPACITY + ULOC_KEYWORDS_CAPACITY];
  // Longer names are of no language.
  if (strlen(locale) >= ULOC_FULLNAME_CAPACITY) return false;
  strcpy(name, locale);
  if (is_latin) uloc_setKeywordValue("numbers", "latn", name, sizeof name, &code);
  if (U_FAILURE(code)) return false;
  UNumberFormat *format = unum_open(UNUM_DECIMAL, NULL, 0, name, NULL, &code);
  if (U_FAILURE(code)) return false;
  hk_number_signs found = {
    .decimal = sign(format, UNUM_DECIMAL_SEPARATOR_SYMBOL, &code),
    .group = sign(format, UNUM_GROUPING_SEPARATOR_SYMBOL, &code),
    .minus = sign(format, UNUM_MINUS_SIGN_SYMBOL, &code),
    .zero = sign(format, UNUM_ZERO_DIGIT_SYMBOL, &code),
    .last_group = unum_getAttribute(format, UNUM_GROUPING_SIZE),
    .other_groups = unum_getAttribute(format, UNUM_SECONDARY_GROUPING_SIZE),
  };
  unum_close(format);
  if (U_FAILURE(code)) return false;
  *into = found;
  return true;
}

struct hk_date_format {
  UDateFormat *own;
};

// The pattern that a language has for a skeleton, such as dd.MM.y for yMMdd.
static int32_t best_pattern(
  const char *locale, const char *skeleton, UChar *into, UErrorCode *error) {
  UChar wanted[64];
  int32_t count = 0;
  u_strFromUTF8(wanted, 64, &count, skeleton, -1, error);
  UDateTimePatternGenerator *generator = udatpg_open(locale, error);
  int32_t length =
    U_SUCCESS(*error) ? udatpg_getBestPattern(generator, wanted, count, into, most_units, error)
                      : 0;
  if (generator) udatpg_close(generator);
  if (U_SUCCESS(*error)) plain_spaces(into, length);
  return length;
}

// Two digits stand for a year of this or the next or last century only where the pattern has yy.
static int32_t short_years(UChar *pattern, int32_t count) {
  int32_t length = 0;
  bool quoted = false;
  UChar result[most_units * 2];
  for (int32_t i = 0; i < count; i++) {
    if (pattern[i] == '\'') quoted = !quoted;
    result[length++] = pattern[i];
    bool alone = pattern[i] == 'y' && (i == 0 || pattern[i - 1] != 'y') &&
      (i + 1 == count || pattern[i + 1] != 'y');
    if (alone && !quoted && length < most_units) result[length++] = 'y';
  }
  if (length > most_units) return count;
  memcpy(pattern, result, (size_t)length * sizeof *result);
  return length;
}

hk_date_format *hk_date_format_open(
  const char *locale, const char *skeleton, bool is_pattern, bool is_for_reading,
  const char *zone, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar pattern[most_units], zone_units[64];
  int32_t count = 0, zone_count = -1;
  if (is_pattern)
    u_strFromUTF8(pattern, most_units, &count, skeleton, -1, &code);
  else
    count = best_pattern(locale, skeleton, pattern, &code);
  if (is_for_reading && U_SUCCESS(code)) count = short_years(pattern, count);
  if (zone) u_strFromUTF8(zone_units, 64, &zone_count, zone, -1, &code);
  hk_date_format *format = calloc(1, sizeof *format);
  if (!format) code = U_MEMORY_ALLOCATION_ERROR;
  if (U_SUCCESS(code))
    format->own = udat_open(
      UDAT_PATTERN, UDAT_PATTERN, locale, zone ? zone_units : NULL, zone_count, pattern, count,
      &code);
  if (U_SUCCESS(code)) udat_setLenient(format->own, false);
  *error = code;
  if (U_SUCCESS(code)) return format;
  hk_date_format_close(format);
  return NULL;
}

void hk_date_format_close(hk_date_format *format) {
  if (!format) return;
  if (format->own) udat_close(format->own);
  free(format);
}

int32_t hk_date_format_write(
  const hk_date_format *format, double milliseconds, char *into, int32_t capacity,
  int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar units[most_units];
  int32_t count = udat_format(format->own, milliseconds, units, most_units, NULL, &code);
  int32_t length = hk_write_utf8(units, count, into, capacity, &code);
  *error = code;
  return length;
}

bool hk_date_format_read(
  const hk_date_format *format, const uint8_t *text, int32_t count, double *milliseconds) {
  UErrorCode code = U_ZERO_ERROR;
  hk_text units;
  hk_text_open(&units, text, count, &code);
  int32_t end = 0;
  if (U_SUCCESS(code)) {
    plain_spaces(units.units, units.count);
    *milliseconds = udat_parse(format->own, units.units, units.count, &end, &code);
  }
  bool whole = end == units.count;
  hk_text_close(&units);
  return U_SUCCESS(code) && whole;
}
