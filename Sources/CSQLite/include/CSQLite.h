#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

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

#endif
