#pragma once
// Where lines and fields of delimited text begin and end, and whether text is UTF-8.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// No byte quotes.
#define HK_NO_QUOTE (-1)

/// Line feeds and quotes of a run of bytes.
typedef struct {
  /// All line feeds.
  size_t lines;
  /// Those that no quotes enclose, when the run begins outside of quotes; the others are enclosed,
  /// and it is the other way round when the run begins inside.
  size_t outside;
  size_t quotes;
} hk_line_count;

/// Counts line feeds and quotes.
hk_line_count hk_count_lines(const uint8_t *_Nonnull bytes, size_t count, int quote);

/// Line feeds and quotes of a run, and whether quotes stand where they must.
typedef struct {
  hk_line_count count;
  /// Whether a quote opens elsewhere than in front of a value or closes elsewhere than behind one, when the run
  /// begins outside of quotes: then the numbers tell nothing.
  bool stray;
  /// The same when it begins inside.
  bool stray_inside;
} hk_quote_check;

/// Counts line feeds and quotes, and looks whether each quote stands beside a separator, a line end or another quote.
///
/// - quote: `HK_NO_QUOTE` where line feeds are counted alone.
/// - before: the byte in front of the run; a line feed where there is none.
/// - behind: the byte behind it; a line feed where there is none.
hk_quote_check hk_check_quotes(
    const uint8_t *_Nonnull bytes, size_t count, int quote, uint8_t separator, uint8_t before,
    uint8_t behind);

/// The place of the line feed after as many others as are skipped, those within quotes left out;
/// `count` when there is none.
///
/// - inside: whether the run begins within quotes.
size_t hk_find_line(
    const uint8_t *_Nonnull bytes, size_t count, int quote, bool inside, size_t skipped);

/// What `hk_index_fields` found.
typedef struct {
  /// Line feeds that end a record.
  size_t rows;
  /// Positions written.
  size_t entries;
  /// Whether the byte asked for as `mark` (an escape or a quote) is there.
  bool has_mark;
  bool has_return;
  bool is_ascii;
  /// Whether there are more separators than `most` positions.
  bool overflow;
} hk_field_index;

/// Positions written beyond the last that counts: the vectors are written whole.
#define HK_INDEX_SLACK 128

/// Writes the positions of separators and line feeds, those within quotes left out.
///
/// - most: how many positions count; `positions` has room for `most + HK_INDEX_SLACK`.
hk_field_index hk_index_fields(
    const uint8_t *_Nonnull bytes, size_t count, uint8_t separator, uint8_t mark, bool quoting,
    size_t most, uint32_t *_Nonnull positions);

/// Whether the bytes are UTF-8 as Unicode defines it: no surrogates, no overlong forms.
bool hk_is_utf8(const uint8_t *_Nonnull bytes, size_t count);

/// Whether a quote, a backslash or a control character occurs, which JSON writes as escapes.
bool hk_needs_json_escapes(const uint8_t *_Nonnull bytes, size_t count);
