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

#endif
