#include "records_sqlite.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <string>
#include <unicode/ucol.h>

struct BenchSQLite {
  sqlite3 *handle = nullptr;
  UCollator *collator = nullptr;

  ~BenchSQLite() {
    sqlite3_close(handle);
    if (collator != nullptr) ucol_close(collator);
  }
};

namespace {

class Statement {
 public:
  Statement(sqlite3 *database, const char *query) {
    sqlite3_prepare_v2(database, query, -1, &handle, nullptr);
  }
  ~Statement() { sqlite3_finalize(handle); }
  Statement(const Statement &) = delete;

  bool step() { return handle != nullptr && sqlite3_step(handle) == SQLITE_ROW; }

  sqlite3_stmt *handle = nullptr;
};

/// Numbers that are added one by one.
class Growing {
 public:
  void append(int64_t value) {
    if (count == room) {
      room = room == 0 ? 1024 : room * 2;
      values = static_cast<int64_t *>(realloc(values, room * sizeof(int64_t)));
      if (values == nullptr) abort();
    }
    values[count++] = value;
  }

  /// `bytes` of 0 says that the memory is the C library's.
  BenchNumbers take() { return {values, count, values, 0}; }

 private:
  int64_t *values = nullptr;
  size_t count = 0, room = 0;
};

int compare(void *collator, int left_count, const void *left, int right_count, const void *right) {
  UErrorCode status = U_ZERO_ERROR;
  return ucol_strcollUTF8(
      static_cast<UCollator *>(collator), static_cast<const char *>(left), left_count,
      static_cast<const char *>(right), right_count, &status);
}

bool set_up(BenchSQLite &database, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  database.collator = ucol_open(locale, &status);
  if (U_FAILURE(status) || sqlite3_open(":memory:", &database.handle) != SQLITE_OK) return false;
  ucol_setStrength(database.collator, UCOL_SECONDARY);
  sqlite3_create_collation_v2(
      database.handle, "localized", SQLITE_UTF8, database.collator, compare, nullptr);
  return sqlite3_exec(
             database.handle,
             "PRAGMA temp_store = MEMORY; PRAGMA threads = 2; PRAGMA cache_size = -1000000;"
             "CREATE TABLE records (id INTEGER, rate REAL, active INTEGER, name TEXT)",
             nullptr, nullptr, nullptr) == SQLITE_OK;
}

/// Inserts every line but the first in one transaction.
bool fill(sqlite3 *database, const std::string &text) {
  sqlite3_exec(database, "BEGIN", nullptr, nullptr, nullptr);
  Statement insert(database, "INSERT INTO records VALUES (?, ?, ?, ?)");
  size_t from = text.find('\n');
  while (from != std::string::npos && ++from < text.size()) {
    char *end;
    sqlite3_bind_int64(insert.handle, 1, strtoll(&text[from], &end, 10));
    sqlite3_bind_double(insert.handle, 2, strtod(end + 1, &end));
    sqlite3_bind_int(insert.handle, 3, end[1] == 't');
    const char *name = strchr(end + 1, '\t');
    from = text.find('\n', end - text.data());
    if (name == nullptr || from == std::string::npos) return false;
    int length = int(&text[from] - (name + 1));
    sqlite3_bind_text(insert.handle, 4, name + 1, length, SQLITE_STATIC);
    if (sqlite3_step(insert.handle) != SQLITE_DONE) return false;
    sqlite3_reset(insert.handle);
  }
  return sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace

const char *bench_sqlite_version() { return sqlite3_libversion(); }

BenchSQLite *bench_sqlite_load(const char *path, const char *locale) {
  auto *database = new BenchSQLite;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file.seekg(0, std::ios::end)) {
    text.resize(file.tellg());
    file.seekg(0).read(text.data(), std::streamsize(text.size()));
  }
  if (file && set_up(*database, locale) && fill(database->handle, text)) return database;
  delete database;
  return nullptr;
}

void bench_sqlite_free(BenchSQLite *database) { delete database; }

BenchNumbers bench_sqlite_numbers(BenchSQLite *database, const char *query, const char *text) {
  Statement statement(database->handle, query);
  if (text != nullptr) sqlite3_bind_text(statement.handle, 1, text, -1, SQLITE_STATIC);
  Growing found;
  while (statement.step()) found.append(sqlite3_column_int64(statement.handle, 0));
  return found.take();
}

BenchGroups bench_sqlite_groups(BenchSQLite *database, const char *query) {
  Statement statement(database->handle, query);
  Growing first, counts;
  while (statement.step()) {
    first.append(sqlite3_column_int64(statement.handle, 0));
    counts.append(sqlite3_column_int64(statement.handle, 1));
  }
  return {first.take(), counts.take()};
}
