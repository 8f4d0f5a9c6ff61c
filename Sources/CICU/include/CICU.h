#pragma once
// The part of ICU that Records needs, without a type of ICU's: its headers clash with Foundation's.
//
// Strings go in and out as UTF-8 with a length. Errors are ICU's codes (UErrorCode): above zero is a
// failure, and hk_error_name() names it. ICU itself is documented at https://unicode-org.github.io/icu/.

#include <stdbool.h>
#include <stdint.h>

const char *hk_error_name(int32_t error);

// Collators. One that is open may be used by several threads at once.

typedef struct hk_collator hk_collator;

// Opens the collator of a locale (ICU's name of it), at primary strength or at secondary. `rules`
// (UTF-8), if any, are put behind the locale's own; NULL otherwise.
hk_collator *hk_collator_open(
  const char *locale, const char *rules, bool primary_only, bool numeric, int32_t *error);
void hk_collator_close(hk_collator *collator);

// Writes the name of the locale that is in effect, without a zero, and returns how many bytes it has.
int32_t hk_collator_locale(const hk_collator *collator, char *name, int32_t capacity);

typedef struct {
  bool ignores_punctuation; // alternate=shifted: some elements do not count
  bool backward_accents;    // French of Canada: the last accent decides
  bool reorders_scripts;
  bool normalizes;
} hk_traits;

hk_traits hk_collator_traits(const hk_collator *collator);

// -1, 0 or 1: ucol_strcollUTF8.
int32_t hk_compare(
  const hk_collator *collator, const uint8_t *left, int32_t left_count, const uint8_t *right,
  int32_t right_count, int32_t *error);

// Writes the sort key (which ends in a zero byte) as far as there is room; returns its whole length.
int32_t hk_sort_key(
  const hk_collator *collator, const uint8_t *text, int32_t count, uint8_t *key, int32_t capacity,
  int32_t *error);

// Calls `body` with every string of two or more scalars that the collator treats as one, and with
// every character together with what must stand before it for that.
void hk_collator_contractions(
  const hk_collator *collator, void *context,
  void (*body)(void *context, const uint32_t *scalars, int32_t count), int32_t *error);

// Collation elements, for one thread at a time. The collator must outlive them.

typedef struct hk_elements hk_elements;

hk_elements *hk_elements_open(const hk_collator *collator, int32_t *error);
void hk_elements_close(hk_elements *elements);

// Writes the elements of a string as far as there is room, and returns how many there are: primary
// weight in bits 32 to 63 (before scripts are reordered), secondary in 16 to 31.
int32_t hk_elements_get(
  hk_elements *elements, const uint8_t *text, int32_t count, uint64_t *into, int32_t capacity,
  int32_t *error);

// Properties of scalars.

// The combining classes of the first and the last scalar of the canonical decomposition: first << 8 |
// last.
uint16_t hk_combining_classes(uint32_t scalar);
// The first scalar of the full canonical decomposition; the scalar itself when it has none.
uint32_t hk_decomposition_start(uint32_t scalar, bool *decomposes);
bool hk_is_digit(uint32_t scalar);
// The columns that it takes in a fixed-width face: 0, 1 or 2.
int32_t hk_columns(uint32_t scalar);

// Names of locales.

// Writes ICU's name for a BCP 47 tag or a POSIX name; returns its length, 0 for one that is none.
int32_t hk_locale_name(const char *name, char *into, int32_t capacity);

// Folding: NFKC_Casefold, for any thread.

typedef struct hk_folding hk_folding;

const hk_folding *hk_folding_shared(int32_t *error);
// Whether the scalar folds by itself whatever stands before it.
bool hk_folds_apart(const hk_folding *folding, uint32_t scalar);
// Writes the folded text as far as there is room, and returns how many bytes it has. `drop_marks`
// also takes away combining marks.
int32_t hk_fold(
  const hk_folding *folding, const uint8_t *text, int32_t count, bool drop_marks, uint8_t *into,
  int32_t capacity, int32_t *error);

// Regular expressions, for one thread at a time.

typedef struct hk_regex hk_regex;

typedef struct {
  int32_t error;
  int32_t offset; // in scalars from the start of the pattern, or -1
} hk_regex_problem;

// Compiles a pattern; matching stops with an error after `time_limit` steps of some milliseconds.
hk_regex *hk_regex_open(
  const uint8_t *pattern, int32_t count, bool ignore_case, int32_t time_limit,
  hk_regex_problem *problem);
hk_regex *hk_regex_clone(const hk_regex *regex, int32_t *error);
void hk_regex_close(hk_regex *regex);
bool hk_regex_is_time_out(int32_t error);
// Looks for the pattern from byte `from` on; where it is found is written as a range of bytes.
bool hk_regex_find(
  hk_regex *regex, const uint8_t *text, int32_t count, int32_t from, int64_t *start, int64_t *end,
  int32_t *error);

// Numbers and dates as the readers of a language write them, for one thread at a time.

typedef struct hk_number_format hk_number_format;

// Opens a format with `least` to `most` digits behind the decimal sign.
hk_number_format *hk_number_format_open(
  const char *locale, bool is_percent, int32_t least, int32_t most, bool is_grouped,
  int32_t *error);
void hk_number_format_close(hk_number_format *format);
// Writes `whole` or `value` as UTF-8 without a zero, and returns how many bytes it has.
int32_t hk_number_format_write(
  const hk_number_format *format, double value, int64_t whole, bool is_whole, char *into,
  int32_t capacity, int32_t *error);

// The signs of a language’s numbers as code points, and the digits in a group, 0 where there are none.
typedef struct {
  uint32_t decimal, group, minus, zero;
  int32_t last_group, other_groups;
} hk_number_signs;

// Finds the signs of a language for its own digits, or for those from 0 to 9. False where it fails.
bool hk_find_number_signs(const char *locale, bool is_latin, hk_number_signs *into);

typedef struct hk_date_format hk_date_format;

// Opens a format for the parts of a date that a skeleton names (UTS #35), or for a pattern as it is.
// One for reading takes years of two digits. `zone` is the name of a time zone, or NULL for the
// machine's.
hk_date_format *hk_date_format_open(
  const char *locale, const char *skeleton, bool is_pattern, bool is_for_reading,
  const char *zone, int32_t *error);
void hk_date_format_close(hk_date_format *format);
// The time in milliseconds since 1970, as UTF-8 without a zero; returns how many bytes it has.
int32_t hk_date_format_write(
  const hk_date_format *format, double milliseconds, char *into, int32_t capacity,
  int32_t *error);
// Reads a text that is a date from end to end; false where it is none.
bool hk_date_format_read(
  const hk_date_format *format, const uint8_t *text, int32_t count, double *milliseconds);

// From one date or number to another, for one thread at a time.

typedef struct hk_ranges hk_ranges;

// Opens a format for the parts of dates that a skeleton names. `zone` is as above.
hk_ranges *hk_ranges_of_dates(
  const char *locale, const char *skeleton, const char *zone, int32_t *error);
// Opens a format for numbers; the skeleton is one of ICU's for numbers, such as .00## or percent.
hk_ranges *hk_ranges_of_numbers(const char *locale, const char *skeleton, int32_t *error);
void hk_ranges_close(hk_ranges *ranges);
// Writes a range, of dates in milliseconds since 1970, as UTF-8 without a zero; returns its length.
int32_t hk_ranges_write(
  const hk_ranges *ranges, double first, double last, char *into, int32_t capacity,
  int32_t *error);

// Spans of time in words, for one thread at a time.

typedef struct hk_spans hk_spans;

// The units of time by number: milliseconds, seconds, minutes, hours, days, weeks, months and years.
enum { HK_SPAN_COUNT = 8 };

hk_spans *hk_spans_open(const char *locale, bool is_short, const char *zone, int32_t *error);
void hk_spans_close(hk_spans *spans);
// Writes how far something is from now, such as "5 minutes ago" or "yesterday".
int32_t hk_spans_write_relative(
  const hk_spans *spans, int32_t unit, double count, char *into, int32_t capacity,
  int32_t *error);
// Writes a duration, such as "1 hour, 5 minutes". A unit whose count is below zero is left out.
int32_t hk_spans_write_duration(
  const hk_spans *spans, const int64_t counts[HK_SPAN_COUNT], bool is_negative, char *into,
  int32_t capacity, int32_t *error);
// The days from 1970 to a time, in the zone.
int64_t hk_spans_day(const hk_spans *spans, double milliseconds);

// Words that several threads fill with the same values.

static inline uint64_t hk_load_word(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void hk_store_word(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
