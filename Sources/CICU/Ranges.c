#include "CICU.h"
#include "Text.h"

#include <string.h>
#include <unicode/udateintervalformat.h>
#include <unicode/unumberrangeformatter.h>

enum { most_units = 256 };

struct hk_ranges {
  UDateIntervalFormat *dates;
  UNumberRangeFormatter *numbers;
};

static hk_ranges *opened(hk_ranges *ranges, UErrorCode code, int32_t *error) {
  *error = code;
  if (U_SUCCESS(code)) return ranges;
  hk_ranges_close(ranges);
  return NULL;
}

hk_ranges *hk_ranges_of_dates(
  const char *locale, const char *skeleton, const char *zone, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar wanted[64], zone_units[64];
  int32_t count = 0, zone_count = -1;
  u_strFromUTF8(wanted, 64, &count, skeleton, -1, &code);
  if (zone) u_strFromUTF8(zone_units, 64, &zone_count, zone, -1, &code);
  hk_ranges *ranges = calloc(1, sizeof *ranges);
  if (!ranges) code = U_MEMORY_ALLOCATION_ERROR;
  if (U_SUCCESS(code))
    ranges->dates =
      udtitvfmt_open(locale, wanted, count, zone ? zone_units : NULL, zone_count, &code);
  return opened(ranges, code, error);
}

hk_ranges *hk_ranges_of_numbers(const char *locale, const char *skeleton, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar wanted[128];
  int32_t count = 0;
  u_strFromUTF8(wanted, 128, &count, skeleton, -1, &code);
  hk_ranges *ranges = calloc(1, sizeof *ranges);
  if (!ranges) code = U_MEMORY_ALLOCATION_ERROR;
  if (U_SUCCESS(code))
    ranges->numbers = unumrf_openForSkeletonWithCollapseAndIdentityFallback(
      wanted, count, UNUM_RANGE_COLLAPSE_AUTO, UNUM_IDENTITY_FALLBACK_SINGLE_VALUE, locale, NULL,
      &code);
  return opened(ranges, code, error);
}

void hk_ranges_close(hk_ranges *ranges) {
  if (!ranges) return;
  if (ranges->dates) udtitvfmt_close(ranges->dates);
  if (ranges->numbers) unumrf_close(ranges->numbers);
  free(ranges);
}

static int32_t write_number_range(
  const hk_ranges *ranges, double first, double last, UChar *units, UErrorCode *error) {
  UFormattedNumberRange *result = unumrf_openResult(error);
  unumrf_formatDoubleRange(ranges->numbers, first, last, result, error);
  int32_t count = 0;
  const UChar *text = ufmtval_getString(unumrf_resultAsValue(result, error), &count, error);
  if (U_SUCCESS(*error) && count > most_units) *error = U_BUFFER_OVERFLOW_ERROR;
  if (U_SUCCESS(*error)) memcpy(units, text, (size_t)count * sizeof *units);
  unumrf_closeResult(result);
  return count;
}

int32_t hk_ranges_write(
  const hk_ranges *ranges, double first, double last, char *into, int32_t capacity,
  int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar units[most_units];
  int32_t count = ranges->dates
    ? udtitvfmt_format(ranges->dates, first, last, units, most_units, NULL, &code)
    : write_number_range(ranges, first, last, units, &code);
  int32_t length = hk_write_utf8(units, count, into, capacity, &code);
  *error = code;
  return length;
}
