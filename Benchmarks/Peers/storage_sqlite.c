#include "storage_sqlite.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct bench_store {
  sqlite3 *database;
  sqlite3_stmt *begin, *commit, *insert, *update;
};

static sqlite3_stmt *prepared(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

bench_store *bench_store_open(const char *path) {
  bench_store *store = calloc(1, sizeof *store);
  if (!store) return NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const char *sql = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                    "PRAGMA journal_size_limit = 67108864;"
                    "CREATE TABLE IF NOT EXISTS records (number INTEGER PRIMARY KEY,"
                    " size INTEGER NOT NULL, rate REAL, day REAL, active INTEGER NOT NULL,"
                    " name TEXT NOT NULL) STRICT";
  if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK ||
      sqlite3_exec(store->database, sql, NULL, NULL, NULL) != SQLITE_OK) {
    fprintf(stderr, "bench: opening %s: %s\n", path, sqlite3_errmsg(store->database));
    bench_store_close(store);
    return NULL;
  }
  store->begin = prepared(store->database, "BEGIN IMMEDIATE");
  store->commit = prepared(store->database, "COMMIT");
  store->insert = prepared(store->database,
                           "INSERT INTO records (number, size, rate, day, active, name)"
                           " VALUES (?, ?, ?, ?, ?, ?)");
  store->update = prepared(store->database, "UPDATE records SET size = ? WHERE number = ?");
  return store;
}

void bench_store_close(bench_store *store) {
  sqlite3_finalize(store->begin);
  sqlite3_finalize(store->commit);
  sqlite3_finalize(store->insert);
  sqlite3_finalize(store->update);
  sqlite3_close(store->database);
  free(store);
}

static int run(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  if (code != SQLITE_DONE) {
    fprintf(stderr, "bench: %s\n", sqlite3_errmsg(sqlite3_db_handle(statement)));
  }
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? 0 : code;
}

int bench_store_insert(bench_store *store, const bench_columns *columns) {
  if (run(store->begin)) return 1;
  sqlite3_stmt *insert = store->insert;
  for (size_t i = 0; i < columns->count; i++) {
    size_t start = columns->name[i];
    sqlite3_bind_int64(insert, 1, (sqlite3_int64)i);
    sqlite3_bind_int64(insert, 2, columns->size[i]);
    sqlite3_bind_double(insert, 3, columns->rate[i]);
    sqlite3_bind_double(insert, 4, columns->day[i]);
    sqlite3_bind_int(insert, 5, columns->active[i]);
    sqlite3_bind_text(insert, 6, columns->text + start, (int)(columns->name[i + 1] - start),
                      SQLITE_STATIC);
    if (run(insert)) return 1;
  }
  return run(store->commit);
}

int bench_store_commit(bench_store *store, size_t first, size_t count, size_t records) {
  for (size_t i = first; i < first + count; i++) {
    sqlite3_bind_int64(store->update, 1, (sqlite3_int64)i);
    sqlite3_bind_int64(store->update, 2, (sqlite3_int64)(i * 7919 % records));
    if (run(store->begin) || run(store->update) || run(store->commit)) return 1;
  }
  return 0;
}

int bench_store_read(bench_store *store, bench_columns *columns) {
  memset(columns, 0, sizeof *columns);
  sqlite3_stmt *select = prepared(
      store->database, "SELECT number, size, rate, day, active, name FROM records ORDER BY number");
  size_t capacity = 0, text_capacity = 0, used = 0, n = 0;
  int code;
  while ((code = sqlite3_step(select)) == SQLITE_ROW) {
    if (n == capacity) {
      capacity = capacity ? capacity * 2 : 1024;
      columns->size = realloc(columns->size, capacity * sizeof *columns->size);
      columns->rate = realloc(columns->rate, capacity * sizeof *columns->rate);
      columns->day = realloc(columns->day, capacity * sizeof *columns->day);
      columns->active = realloc(columns->active, capacity);
      columns->name = realloc(columns->name, (capacity + 1) * sizeof *columns->name);
    }
    columns->size[n] = sqlite3_column_int64(select, 1);
    columns->rate[n] = sqlite3_column_double(select, 2);
    columns->day[n] = sqlite3_column_double(select, 3);
    columns->active[n] = (uint8_t)sqlite3_column_int(select, 4);
    const unsigned char *text = sqlite3_column_text(select, 5);
    size_t length = (size_t)sqlite3_column_bytes(select, 5);
    if (used + length > text_capacity) {
      text_capacity = (used + length) * 2;
      columns->text = realloc(columns->text, text_capacity);
    }
    if (length) memcpy(columns->text + used, text, length);
    columns->name[n] = used;
    used += length;
    columns->name[++n] = used;
  }
  columns->count = n;
  sqlite3_finalize(select);
  return code == SQLITE_DONE ? 0 : 1;
}

void bench_columns_free(bench_columns *columns) {
  free(columns->size);
  free(columns->rate);
  free(columns->day);
  free(columns->active);
  free(columns->text);
  free(columns->name);
}

int bench_sync_pages(const char *path, size_t count) {
  static const char page[4096];
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return 1;
  int failed = 0;
  for (size_t i = 0; i < count && !failed; i++) {
    failed = write(file, page, sizeof page) != sizeof page || fdatasync(file) != 0;
  }
  close(file);
  return failed;
}
