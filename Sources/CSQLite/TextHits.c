#include "CSQLite.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* hk_count(TABLE): how often the phrases of the query occur in the row. SQLite's own bm25() looks up the
   length of each row, which takes most of its time. */
static void count_hits(const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *result,
                       int count, sqlite3_value **values) {
  int hits = 0;
  int phrases = api->xPhraseCount(row);
  (void)count;
  (void)values;
  for (int phrase = 0; phrase < phrases; phrase++) {
    Fts5PhraseIter place;
    int column = 0;
    int offset = 0;
    int code = api->xPhraseFirst(row, phrase, &place, &column, &offset);
    if (code != SQLITE_OK) {
      sqlite3_result_error_code(result, code);
      return;
    }
    while (column >= 0 && hits < 255) {
      hits++;
      api->xPhraseNext(row, &place, &column, &offset);
    }
  }
  sqlite3_result_int(result, hits);
}

static int find_api(sqlite3 *database, fts5_api **api) {
  sqlite3_stmt *statement = NULL;
  *api = NULL;
  int code = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_pointer(statement, 1, (void *)api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  code = sqlite3_finalize(statement);
  return code == SQLITE_OK && !*api ? SQLITE_ERROR : code;
}

int hk_sqlite_count_hits(sqlite3 *database) {
  fts5_api *api = NULL;
  int code = find_api(database, &api);
  if (code != SQLITE_OK) return code;
  return api->xCreateFunction(api, "hk_count", NULL, count_hits, NULL);
}

int64_t hk_sqlite_next_hits(sqlite3_stmt *statement, int64_t end, hk_text_hit *hits,
                            int64_t capacity, int *code) {
  int64_t found = 0;
  *code = SQLITE_ROW;
  while (found < capacity && (*code = sqlite3_step(statement)) == SQLITE_ROW) {
    int64_t row = sqlite3_column_int64(statement, 0);
    if (row < 0 || row >= end) continue;
    hits[found].row = (int32_t)row;
    hits[found].count = sqlite3_column_int(statement, 1);
    found++;
  }
  return found;
}

struct hk_tokenizer {
  /* Of its own, as what FTS5 gives out is gone with the connection. */
  sqlite3 *database;
  fts5_tokenizer methods;
  Fts5Tokenizer *tokenizer;
};

hk_tokenizer *hk_tokenizer_make(const char *const *words, int count) {
  hk_tokenizer *made = calloc(1, sizeof *made);
  fts5_api *api = NULL;
  void *data = NULL;
  if (!made || count < 1) return made;
  int code = sqlite3_open(":memory:", &made->database);
  if (code == SQLITE_OK) code = find_api(made->database, &api);
  if (code == SQLITE_OK) code = api->xFindTokenizer(api, words[0], &data, &made->methods);
  if (code == SQLITE_OK) {
    code = made->methods.xCreate(data, (const char **)(words + 1), count - 1, &made->tokenizer);
  }
  if (code == SQLITE_OK) return made;
  made->tokenizer = NULL;
  hk_tokenizer_free(made);
  return NULL;
}

void hk_tokenizer_free(hk_tokenizer *tokenizer) {
  if (!tokenizer) return;
  if (tokenizer->tokenizer) tokenizer->methods.xDelete(tokenizer->tokenizer);
  sqlite3_close(tokenizer->database);
  free(tokenizer);
}

struct found {
  char *token;
  int capacity;
  int length;
};

static int take_first(void *context, int flags, const char *token, int length, int start, int end) {
  struct found *found = context;
  (void)flags;
  (void)start;
  (void)end;
  if (found->length > 0) return SQLITE_DONE;
  found->length = length < found->capacity ? length : found->capacity;
  memcpy(found->token, token, (size_t)found->length);
  return SQLITE_OK;
}

int hk_tokenizer_first(hk_tokenizer *tokenizer, const char *text, int count, char *token,
                       int capacity) {
  struct found found = {token, capacity, 0};
  tokenizer->methods.xTokenize(tokenizer->tokenizer, &found, FTS5_TOKENIZE_DOCUMENT, text, count,
                               take_first);
  return found.length;
}
