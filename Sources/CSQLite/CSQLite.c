#include "CSQLite.h"

#include <stddef.h>

int hk_sqlite_harden(sqlite3 *database) {
  int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
  if (result != SQLITE_OK) return result;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
}

int hk_sqlite_keep_wal(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
}

int hk_sqlite_has_moved(sqlite3 *database) {
  int moved = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK) return 0;
  return moved;
}

int hk_sqlite_read_start(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = NULL;
  sqlite3_int64 size = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return -1;
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK) return -1;
  if (size < count) count = (int)size;
  if (count == 0) return 0;
  return file->pMethods->xRead(file, bytes, count, 0) == SQLITE_OK ? count : -1;
}
