#include "CSQLite.h"

#include <stddef.h>
#include <stdint.h>

/* The head of the log's index lies in its first region; both are described in SQLite's
   “WAL-mode file format”. */
enum { REGION_SIZE = 32768, HEADER_SIZE = 32, FRAME_HEADER_SIZE = 24 };

/* In frames: a log this short is left alone, as a program that commits once or twice gains nothing;
   room for the next commits; and where SQLite begins the log anew. */
enum { SHORT = 8, ROOM = 16, ENOUGH = 1064 };

static sqlite3_file *open_file(sqlite3 *database, int which) {
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(database, "main", which, &file) != SQLITE_OK) return NULL;
  return file && file->pMethods ? file : NULL;
}

/* How many frames of which size are in use; 0 where there is no telling. */
static uint32_t frames_in_use(sqlite3 *database, sqlite3_int64 *frame_size) {
  sqlite3_file *file = open_file(database, SQLITE_FCNTL_FILE_POINTER);
  if (!file || file->pMethods->iVersion < 2) return 0;
  void volatile *index = NULL;
  if (file->pMethods->xShmMap(file, 0, REGION_SIZE, 0, &index) != SQLITE_OK || !index) return 0;
  uint16_t page_size = ((uint16_t volatile *)index)[7];
  *frame_size = (page_size == 1 ? 65536 : page_size) + FRAME_HEADER_SIZE;
  return ((uint32_t volatile *)index)[4];
}

void hk_sqlite_reserve_log(sqlite3 *database, int64_t *reserved) {
  static const char zeros[65536];
  sqlite3_int64 frame_size = 0, size = 0;
  sqlite3_int64 frames = frames_in_use(database, &frame_size);
  if (frames < SHORT || frames + ROOM <= *reserved || frames > ENOUGH - ROOM) return;
  sqlite3_file *log = open_file(database, SQLITE_FCNTL_JOURNAL_POINTER);
  /* Seldom: on Linux 6.13 or later, whoever asks a file for its times, as this does, makes the next
     sync store new ones. */
  if (!log || log->pMethods->xFileSize(log, &size) != SQLITE_OK) return;
  sqlite3_int64 wanted = frames * 2 + 2 * ROOM;
  if (wanted > ENOUGH) wanted = ENOUGH;
  sqlite3_int64 end = HEADER_SIZE + wanted * frame_size;
  while (size < end) {
    int count = end - size < (int)sizeof zeros ? (int)(end - size) : (int)sizeof zeros;
    /* A disk that is full for this may still take the commit, and says so if not. */
    if (log->pMethods->xWrite(log, zeros, count, size) != SQLITE_OK) return;
    size += count;
  }
  *reserved = wanted;
}
