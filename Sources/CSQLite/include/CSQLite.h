#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stdint.h>

#include "WatchedVFS.h"

/* What SQLite offers as macros and variadic functions, which Swift does not import. */

/* The destructor that makes SQLite copy what is bound at once. */
static inline sqlite3_destructor_type hk_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* Refuses SQL that could corrupt the file (writing to the schema, say), and schemas that call
   functions with side effects: a file may come from anywhere. */
int hk_sqlite_harden(sqlite3 *database);

/* Leaves the main file alone when the last connection closes. */
int hk_sqlite_keep_wal(sqlite3 *database);

/* Whether the file is no longer at the path under which it was opened. */
int hk_sqlite_has_moved(sqlite3 *database);

/* Reads the first bytes of the main file; how many there were, or -1. */
int hk_sqlite_read_start(sqlite3 *database, void *bytes, int count);

/* Makes the write-ahead log longer than it is in use, by zeros past its end, so that a commit syncs
   bytes alone and not a new length, too: half the time on ext4. It doubles, up to the size at which
   SQLite begins it anew. To be called with the lock for writing held, as nobody else writes the log
   then; a reader stops at what is no frame. `reserved` is how many frames it had room for, 0 at
   first. */
void hk_sqlite_reserve_log(sqlite3 *database, int64_t *reserved);

/* How long is waited for the locks of others, in milliseconds. */
typedef struct {
  int64_t milliseconds;
  int64_t deadline;
} hk_sqlite_patience;

/* Waits for locks, and asks for them every few milliseconds; `patience` must outlive the
   connection. */
int hk_sqlite_be_patient(sqlite3 *database, hk_sqlite_patience *patience);

/* Whether the files of a folder are written through this kernel alone, which then can tell of each
   write; they may be written by other machines, or by those beneath this one, otherwise. */
int hk_is_written_here_alone(const char *folder);

/* Adds the function hk_count(TABLE) for queries of FTS5 tables: how often the query's phrases
   occur in the row, at most 255. */
int hk_sqlite_count_hits(sqlite3 *database);

/* A row and how often a phrase occurs in it. */
typedef struct {
  int32_t row;
  int32_t count;
} hk_text_hit;

/* Steps through rows whose first two columns are those of hits; how many were stored. Rows from `end`
   on, at most 2^31, and negative ones, which a damaged file may have, are left out. `code` is SQLITE_ROW
   where there may be more, SQLITE_DONE at the end, or an error. */
int64_t hk_sqlite_next_hits(sqlite3_stmt *statement, int64_t end, hk_text_hit *hits,
                            int64_t capacity, int *code);

/* What FTS5 makes of words; for one thread at a time. */
typedef struct hk_tokenizer hk_tokenizer;

/* Makes the tokenizer that words such as those of the option `tokenize` name; NULL where it fails. */
hk_tokenizer *hk_tokenizer_make(const char *const *words, int count);

void hk_tokenizer_free(hk_tokenizer *tokenizer);

/* Stores the first token of a text, cut where it is too long; its length, 0 where there is none. */
int hk_tokenizer_first(hk_tokenizer *tokenizer, const char *text, int count, char *token,
                       int capacity);

#endif
