#include "text_index.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

struct bench_text {
  sqlite3 *database;
  sqlite3_stmt *insert[3];
};

static const char *const names[] = {"title", "heading", "body"};

static int execute(bench_text *text, const char *sql) {
  int code = sqlite3_exec(text->database, sql, NULL, NULL, NULL);
  if (code != SQLITE_OK) fprintf(stderr, "bench: %s: %s\n", sql, sqlite3_errmsg(text->database));
  return code;
}

static int prepare(bench_text *text, int table) {
  char sql[256];
  snprintf(sql, sizeof sql,
           "CREATE VIRTUAL TABLE %s USING fts5(text, content='', columnsize=0,"
           " tokenize='porter unicode61 remove_diacritics 2')",
           names[table]);
  int code = execute(text, sql);
  if (code != SQLITE_OK) return code;
  snprintf(sql, sizeof sql, "INSERT INTO %s (rowid, text) VALUES (?, ?)", names[table]);
  return sqlite3_prepare_v3(text->database, sql, -1, SQLITE_PREPARE_PERSISTENT,
                            &text->insert[table], NULL);
}

bench_text *bench_text_open(const char *path) {
  bench_text *text = calloc(1, sizeof *text);
  if (!text) return NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int code = sqlite3_open_v2(path, &text->database, flags, NULL);
  if (code == SQLITE_OK) {
    code = execute(text, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                         "PRAGMA journal_size_limit = 67108864");
  }
  for (int table = 0; table < 3 && code == SQLITE_OK; table++) code = prepare(text, table);
  if (code == SQLITE_OK) {
    code = execute(text, "INSERT INTO body (body, rank) VALUES ('hashsize', 16777216)");
  }
  if (code == SQLITE_OK) return text;
  bench_text_close(text);
  return NULL;
}

void bench_text_close(bench_text *text) {
  for (int table = 0; table < 3; table++) sqlite3_finalize(text->insert[table]);
  sqlite3_close(text->database);
  free(text);
}

int bench_text_begin(bench_text *text) { return execute(text, "BEGIN IMMEDIATE"); }

int bench_text_add(bench_text *text, enum bench_text_table table, int64_t row, const uint8_t *bytes,
                   size_t count) {
  sqlite3_stmt *insert = text->insert[table];
  sqlite3_bind_int64(insert, 1, row);
  sqlite3_bind_text64(insert, 2, (const char *)bytes, count, SQLITE_STATIC, SQLITE_UTF8);
  int code = sqlite3_step(insert);
  if (code != SQLITE_DONE) fprintf(stderr, "bench: %s\n", sqlite3_errmsg(text->database));
  sqlite3_reset(insert);
  return code == SQLITE_DONE ? 0 : code;
}

int bench_text_commit(bench_text *text) { return execute(text, "COMMIT"); }

int bench_text_merge(bench_text *text) {
  return execute(text, "INSERT INTO title (title) VALUES ('optimize');"
                       "INSERT INTO heading (heading) VALUES ('optimize');"
                       "INSERT INTO body (body) VALUES ('optimize');"
                       "PRAGMA wal_checkpoint(TRUNCATE)");
}
