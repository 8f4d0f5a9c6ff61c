#pragma once
// A table of records in an SQLite file, as its interface in C is used by hand: what stores are
// measured beside. The schema, the log and the syncs are those that a store has.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The columns of some records, by position; the record at position n has the number n.
typedef struct bench_columns {
  size_t count;
  int64_t *size;
  double *rate;
  double *day;
  uint8_t *active;
  // The bytes of the texts, one after another, and where each begins; one end more than texts.
  char *text;
  size_t *name;
} bench_columns;

typedef struct bench_store bench_store;

// Opens a file, which is made where it is missing; NULL when SQLite fails, as below.
bench_store *bench_store_open(const char *path);
void bench_store_close(bench_store *store);

// Inserts all records in one transaction; 0 when it was committed.
int bench_store_insert(bench_store *store, const bench_columns *columns);

// Changes the size of `count` out of so many records, each in a transaction of its own, going on
// after the `first` ones that earlier calls changed.
int bench_store_commit(bench_store *store, size_t first, size_t count, size_t records);

// Reads all records into columns of their own, which bench_columns_free frees; 0 when it did.
int bench_store_read(bench_store *store, bench_columns *columns);
void bench_columns_free(bench_columns *columns);

// Appends a page to the file `count` times, and syncs each time: what a commit cannot go without.
int bench_sync_pages(const char *path, size_t count);

#ifdef __cplusplus
}
#endif
