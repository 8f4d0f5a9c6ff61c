#include "CSQLite.h"

#include <time.h>

static int64_t now_in_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* SQLite's own way waits 100 ms between two attempts before long, in which two others that write all
   the time may pass the lock to each other for ever. */
static int wait_for_lock(void *argument, int attempts) {
  hk_sqlite_patience *patience = argument;
  int64_t now = now_in_milliseconds();
  if (attempts == 0) patience->deadline = now + patience->milliseconds;
  if (now >= patience->deadline) return 0;
  unsigned char chance = 0;
  sqlite3_randomness(1, &chance);
  sqlite3_sleep(1 + (attempts < 4 ? 0 : chance % 5));
  return 1;
}

int hk_sqlite_be_patient(sqlite3 *database, hk_sqlite_patience *patience) {
  return sqlite3_busy_handler(database, wait_for_lock, patience);
}
