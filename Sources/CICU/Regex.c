#include "CICU.h"
#include "Text.h"

#include <unicode/uregex.h>
#include <unicode/utext.h>

// A text must stay where it is as long as the expression may look at it.
struct hk_regex {
  URegularExpression *own;
  UText *text;
};

static hk_regex *wrap(URegularExpression *own, UErrorCode *error) {
  hk_regex *regex = U_SUCCESS(*error) ? calloc(1, sizeof *regex) : NULL;
  if (regex) {
    regex->own = own;
    return regex;
  }
  if (U_SUCCESS(*error)) *error = U_MEMORY_ALLOCATION_ERROR;
  if (own) uregex_close(own);
  return NULL;
}

// ICU counts lines from 1 and UTF-16 units within the line.
static int32_t scalar_offset(const hk_text *pattern, const UParseError *parse) {
  if (parse->line < 1 || parse->offset < 0) return -1;
  int32_t at = 0, line = 1, scalars = 0;
  while (line < parse->line && at < pattern->count) {
    UChar32 c;
    U16_NEXT(pattern->units, at, pattern->count, c);
    scalars++;
    if (c == '\n') line++;
  }
  int32_t end = at + parse->offset;
  while (at < end && at < pattern->count) {
    U16_FWD_1(pattern->units, at, pattern->count);
    scalars++;
  }
  return scalars;
}

hk_regex *hk_regex_open(
  const uint8_t *pattern, int32_t count, bool ignore_case, int32_t time_limit,
  hk_regex_problem *problem) {
  UErrorCode code = U_ZERO_ERROR;
  UParseError parse = {.line = -1, .offset = -1};
  hk_text units;
  hk_text_open(&units, pattern, count, &code);
  uint32_t flags = UREGEX_ERROR_ON_UNKNOWN_ESCAPES | (ignore_case ? UREGEX_CASE_INSENSITIVE : 0);
  URegularExpression *own =
    U_FAILURE(code) ? NULL : uregex_open(units.units, units.count, flags, &parse, &code);
  if (U_SUCCESS(code)) uregex_setTimeLimit(own, time_limit, &code);
  problem->offset = U_FAILURE(code) ? scalar_offset(&units, &parse) : -1;
  hk_text_close(&units);
  hk_regex *regex = wrap(own, &code);
  problem->error = code > U_ZERO_ERROR ? code : U_ZERO_ERROR;
  return regex;
}

hk_regex *hk_regex_clone(const hk_regex *regex, int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  URegularExpression *own = uregex_clone(regex->own, &code);
  if (U_SUCCESS(code)) {
    uregex_setTimeLimit(own, uregex_getTimeLimit(regex->own, &code), &code);
  }
  hk_regex *copy = wrap(own, &code);
  *error = code;
  return copy;
}

void hk_regex_close(hk_regex *regex) {
  if (!regex) return;
  if (regex->own) uregex_close(regex->own);
  if (regex->text) utext_close(regex->text);
  free(regex);
}

bool hk_regex_is_time_out(int32_t error) {
  return error == U_REGEX_TIME_OUT || error == U_REGEX_STACK_OVERFLOW;
}

bool hk_regex_find(
  hk_regex *regex, const uint8_t *text, int32_t count, int32_t from, int64_t *start, int64_t *end,
  int32_t *error) {
  UErrorCode code = U_ZERO_ERROR;
  regex->text = utext_openUTF8(regex->text, (const char *)text, count, &code);
  uregex_setUText(regex->own, regex->text, &code);
  bool found = uregex_find64(regex->own, from, &code);
  if (found && U_SUCCESS(code)) {
    *start = uregex_start64(regex->own, 0, &code);
    *end = uregex_end64(regex->own, 0, &code);
  }
  *error = code > U_ZERO_ERROR ? code : U_ZERO_ERROR;
  return found && U_SUCCESS(code);
}
