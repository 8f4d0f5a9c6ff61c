#pragma once
// The full-text tables of a text index, filled by SQLite's interface in C: what the index is measured
// beside. Tables, their options, the log and the syncs are those that the index has.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_text bench_text;

enum bench_text_table { BENCH_TEXT_TITLE, BENCH_TEXT_HEADING, BENCH_TEXT_BODY };

// Makes a file; NULL when SQLite fails, whose reason is printed, as below.
bench_text *bench_text_open(const char *path);
void bench_text_close(bench_text *text);

// All are 0 when they did what they say.
int bench_text_begin(bench_text *text);
int bench_text_add(bench_text *text, enum bench_text_table table, int64_t row, const uint8_t *bytes,
                   size_t count);
int bench_text_commit(bench_text *text);

// Merges what was written.
int bench_text_merge(bench_text *text);

#ifdef __cplusplus
}
#endif
