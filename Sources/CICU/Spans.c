#include "CICU.h"
#include "Text.h"

#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ulistformatter.h>
#include <unicode/unumberformatter.h>
#include <unicode/ureldatefmt.h>

enum { most_units = 256 };

struct hk_spans {
  URelativeDateTimeFormatter *relative;
  UNumberFormatter *counts[HK_SPAN_COUNT];
  UFormattedNumber *count;
  UListFormatter *list;
  UCalendar *calendar;
};

static const char *const names[HK_SPAN_COUNT] = {
  "millisecond", "second", "minute", "hour", "day", "week", "month", "year"};

hk_spans *hk_spans_open(const char *locale, bool is_short, const char *zone, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar zone_units[64];
  int32_t zone_count = -1;
  if (zone) u_strFromUTF8(zone_units, 64, &zone_count, zone, -1, &code);
  hk_spans *spans = calloc(1, sizeof *spans);
  if (!spans) code = U_MEMORY_ALLOCATION_ERROR;
  if (U_SUCCESS(code)) {
    spans->relative = ureldatefmt_open(
      locale, NULL, is_short ? UDAT_STYLE_SHORT : UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE,
      &code);
    spans->count = unumf_openResult(&code);
    spans->list = ulistfmt_openForType(
      locale, ULISTFMT_TYPE_UNITS, is_short ? ULISTFMT_WIDTH_SHORT : ULISTFMT_WIDTH_WIDE, &code);
    spans->calendar =
      ucal_open(zone ? zone_units : NULL, zone_count, locale, UCAL_GREGORIAN, &code);
  }
  for (int i = 0; i < HK_SPAN_COUNT && U_SUCCESS(code); i++) {
    UChar skeleton[80];
    int32_t count = 0;
    char wanted[80] = "unit/";
    strcat(wanted, names[i]);
    strcat(wanted, is_short ? " unit-width-short" : " unit-width-full-name");
    u_strFromUTF8(skeleton, 80, &count, wanted, -1, &code);
    spans->counts[i] = unumf_openForSkeletonAndLocale(skeleton, count, locale, &code);
  }
  *error = code;
  if (U_SUCCESS(code)) return spans;
  hk_spans_close(spans);
  return NULL;
}

void hk_spans_close(hk_spans *spans) {
  if (!spans) return;
  if (spans->relative) ureldatefmt_close(spans->relative);
  for (int i = 0; i < HK_SPAN_COUNT; i++)
    if (spans->counts[i]) unumf_close(spans->counts[i]);
  if (spans->count) unumf_closeResult(spans->count);
  if (spans->list) ulistfmt_close(spans->list);
  if (spans->calendar) ucal_close(spans->calendar);
  free(spans);
}

int32_t hk_spans_write_relative(
  const hk_spans *spans, int32_t unit, double count, char *into, int32_t capacity,
  int32_t *error) {
  static const URelativeDateTimeUnit units_of[HK_SPAN_COUNT] = {
    UDAT_REL_UNIT_SECOND, UDAT_REL_UNIT_SECOND, UDAT_REL_UNIT_MINUTE, UDAT_REL_UNIT_HOUR,
    UDAT_REL_UNIT_DAY,    UDAT_REL_UNIT_WEEK,   UDAT_REL_UNIT_MONTH,  UDAT_REL_UNIT_YEAR};
  UErrorCode code = U_ZERO_ERROR;
  UChar units[most_units];
  int32_t written =
    ureldatefmt_format(spans->relative, count, units_of[unit], units, most_units, &code);
  int32_t length = hk_write_utf8(units, written, into, capacity, &code);
  *error = code;
  return length;
}

int32_t hk_spans_write_duration(
  const hk_spans *spans, const int64_t counts[HK_SPAN_COUNT], bool is_negative, char *into,
  int32_t capacity, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  UChar units[HK_SPAN_COUNT][most_units / 2], whole[most_units * 4];
  const UChar *parts[HK_SPAN_COUNT];
  int32_t lengths[HK_SPAN_COUNT], count = 0;
  for (int i = HK_SPAN_COUNT - 1; i >= 0 && U_SUCCESS(code); i--) {
    if (counts[i] < 0) continue;
    // The sign stands once.
    int64_t number = is_negative && count == 0 ? -counts[i] : counts[i];
    unumf_formatInt(spans->counts[i], number, spans->count, &code);
    lengths[count] = unumf_resultToString(spans->count, units[count], most_units / 2, &code);
    parts[count] = units[count];
    count++;
  }
  int32_t written =
    ulistfmt_format(spans->list, parts, lengths, count, whole, most_units * 4, &code);
  int32_t length = hk_write_utf8(whole, written, into, capacity, &code);
  *error = code;
  return length;
}

int64_t hk_spans_day(const hk_spans *spans, double milliseconds) {
  UErrorCode code = U_ZERO_ERROR;
  ucal_setMillis(spans->calendar, milliseconds, &code);
  double offset = ucal_get(spans->calendar, UCAL_ZONE_OFFSET, &code);
  offset += ucal_get(spans->calendar, UCAL_DST_OFFSET, &code);
  double days = (milliseconds + (U_SUCCESS(code) ? offset : 0)) / 86400000;
  int64_t whole = (int64_t)days;
  return whole > days ? whole - 1 : whole;
}
