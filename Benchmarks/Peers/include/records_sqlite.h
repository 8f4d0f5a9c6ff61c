#pragma once

#include "records_limit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A SQLite database in memory with a table `records` (id, rate, active, name), whose row ids are
/// the record numbers and one, and a collation `localized`: ICU's, case and width ignored.
typedef struct BenchSQLite BenchSQLite;

const char *_Nonnull bench_sqlite_version(void);

/// Reads the file into a new database; null when it cannot be read.
BenchSQLite *_Nullable bench_sqlite_load(
    const char *_Nonnull path, const char *_Nonnull locale);
void bench_sqlite_free(BenchSQLite *_Nonnull database);

/// The whole numbers that a query gives; `text`, unless null, is bound to its only parameter.
/// Without values where the query fails.
BenchNumbers bench_sqlite_numbers(
    BenchSQLite *_Nonnull database, const char *_Nonnull query, const char *_Nullable text);

/// The pairs of whole numbers that a query gives: a group's first record and its size.
BenchGroups bench_sqlite_groups(BenchSQLite *_Nonnull database, const char *_Nonnull query);

#ifdef __cplusplus
}
#endif
