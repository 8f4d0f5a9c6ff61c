#include "WatchedVFS.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct watched_call {
  atomic_llong count;
  atomic_llong log_count;
  /* The calls with numbers from `fail_from` up to `fail_to` fail. */
  atomic_llong fail_from;
  atomic_llong fail_to;
  atomic_int code;
  /* For how many microseconds the next call waits. */
  atomic_int delay;
};

struct hk_watched_vfs {
  sqlite3_vfs vfs;
  sqlite3_vfs *base;
  struct watched_call calls[2];
};

struct watched_file {
  sqlite3_file file;
  struct hk_watched_vfs *watch;
  int is_log;
  /* The file of the layer below follows in memory. */
};

static sqlite3_file *below(sqlite3_file *file) {
  return (sqlite3_file *)((struct watched_file *)file + 1);
}

/* Counts the call; the result with which it must fail, or SQLITE_OK. */
static int note(sqlite3_file *file, enum hk_watched_call kind) {
  struct watched_file *watched = (struct watched_file *)file;
  struct watched_call *call = &watched->watch->calls[kind];
  long long number = atomic_fetch_add(&call->count, 1);
  if (watched->is_log) atomic_fetch_add(&call->log_count, 1);
  int delay = atomic_exchange(&call->delay, 0);
  if (delay > 0) watched->watch->base->xSleep(watched->watch->base, delay);
  int fails = number >= atomic_load(&call->fail_from) && number < atomic_load(&call->fail_to);
  return fails ? atomic_load(&call->code) : SQLITE_OK;
}

static int watched_close(sqlite3_file *file) { return below(file)->pMethods->xClose(below(file)); }

static int watched_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return below(file)->pMethods->xRead(below(file), bytes, count, offset);
}

static int watched_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int failure = note(file, HK_WATCHED_WRITE);
  if (failure != SQLITE_OK) return failure;
  return below(file)->pMethods->xWrite(below(file), bytes, count, offset);
}

static int watched_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return below(file)->pMethods->xTruncate(below(file), size);
}

static int watched_sync(sqlite3_file *file, int flags) {
  int failure = note(file, HK_WATCHED_SYNC);
  if (failure != SQLITE_OK) return failure;
  return below(file)->pMethods->xSync(below(file), flags);
}

static int watched_size(sqlite3_file *file, sqlite3_int64 *size) {
  return below(file)->pMethods->xFileSize(below(file), size);
}

static int watched_lock(sqlite3_file *file, int level) {
  return below(file)->pMethods->xLock(below(file), level);
}

static int watched_unlock(sqlite3_file *file, int level) {
  return below(file)->pMethods->xUnlock(below(file), level);
}

static int watched_check(sqlite3_file *file, int *result) {
  return below(file)->pMethods->xCheckReservedLock(below(file), result);
}

static int watched_control(sqlite3_file *file, int operation, void *argument) {
  return below(file)->pMethods->xFileControl(below(file), operation, argument);
}

static int watched_sector(sqlite3_file *file) {
  return below(file)->pMethods->xSectorSize(below(file));
}

static int watched_traits(sqlite3_file *file) {
  return below(file)->pMethods->xDeviceCharacteristics(below(file));
}

static int watched_shm_map(sqlite3_file *file, int page, int size, int extend,
                           void volatile **memory) {
  return below(file)->pMethods->xShmMap(below(file), page, size, extend, memory);
}

static int watched_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return below(file)->pMethods->xShmLock(below(file), offset, count, flags);
}

static void watched_shm_barrier(sqlite3_file *file) {
  below(file)->pMethods->xShmBarrier(below(file));
}

static int watched_shm_unmap(sqlite3_file *file, int remove) {
  return below(file)->pMethods->xShmUnmap(below(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* without memory mapping, past which nothing could be counted */
    .xClose = watched_close,
    .xRead = watched_read,
    .xWrite = watched_write,
    .xTruncate = watched_truncate,
    .xSync = watched_sync,
    .xFileSize = watched_size,
    .xLock = watched_lock,
    .xUnlock = watched_unlock,
    .xCheckReservedLock = watched_check,
    .xFileControl = watched_control,
    .xSectorSize = watched_sector,
    .xDeviceCharacteristics = watched_traits,
    .xShmMap = watched_shm_map,
    .xShmLock = watched_shm_lock,
    .xShmBarrier = watched_shm_barrier,
    .xShmUnmap = watched_shm_unmap,
};

static int watched_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                        int *out) {
  struct hk_watched_vfs *watch = (struct hk_watched_vfs *)vfs;
  struct watched_file *watched = (struct watched_file *)file;
  watched->watch = watch;
  watched->is_log = (flags & SQLITE_OPEN_WAL) != 0;
  file->pMethods = NULL;
  int result = watch->base->xOpen(watch->base, name, below(file), flags, out);
  /* SQLite closes a file that failed to open, too, when it has methods. */
  if (below(file)->pMethods) file->pMethods = &methods;
  return result;
}

#define BASE(vfs) (((struct hk_watched_vfs *)(vfs))->base)

static int watched_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  return BASE(vfs)->xDelete(BASE(vfs), name, sync);
}

static int watched_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  return BASE(vfs)->xAccess(BASE(vfs), name, flags, result);
}

static int watched_path(sqlite3_vfs *vfs, const char *name, int size, char *result) {
  return BASE(vfs)->xFullPathname(BASE(vfs), name, size, result);
}

static int watched_random(sqlite3_vfs *vfs, int count, char *bytes) {
  return BASE(vfs)->xRandomness(BASE(vfs), count, bytes);
}

static int watched_sleep(sqlite3_vfs *vfs, int microseconds) {
  return BASE(vfs)->xSleep(BASE(vfs), microseconds);
}

static int watched_time(sqlite3_vfs *vfs, double *time) {
  return BASE(vfs)->xCurrentTime(BASE(vfs), time);
}

static int watched_error(sqlite3_vfs *vfs, int size, char *text) {
  return BASE(vfs)->xGetLastError(BASE(vfs), size, text);
}

static int watched_time64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  return BASE(vfs)->xCurrentTimeInt64(BASE(vfs), time);
}

hk_watched_vfs *hk_watched_vfs_register(const char *name) {
  sqlite3_vfs *base = sqlite3_vfs_find(NULL);
  if (!base || base->iVersion < 2) return NULL;
  struct hk_watched_vfs *watch = calloc(1, sizeof *watch);
  char *copy = strdup(name);
  if (!watch || !copy) {
    free(watch);
    free(copy);
    return NULL;
  }
  watch->base = base;
  watch->vfs = (sqlite3_vfs){
      .iVersion = 2,
      .szOsFile = (int)sizeof(struct watched_file) + base->szOsFile,
      .mxPathname = base->mxPathname,
      .zName = copy,
      .xOpen = watched_open,
      .xDelete = watched_delete,
      .xAccess = watched_access,
      .xFullPathname = watched_path,
      .xRandomness = watched_random,
      .xSleep = watched_sleep,
      .xCurrentTime = watched_time,
      .xGetLastError = watched_error,
      .xCurrentTimeInt64 = watched_time64,
  };
  if (sqlite3_vfs_register(&watch->vfs, 0) != SQLITE_OK) {
    free(copy);
    free(watch);
    return NULL;
  }
  return watch;
}

void hk_watched_vfs_unregister(hk_watched_vfs *vfs) {
  sqlite3_vfs_unregister(&vfs->vfs);
  free((char *)vfs->vfs.zName);
  free(vfs);
}

int64_t hk_watched_vfs_count(hk_watched_vfs *vfs, enum hk_watched_call call) {
  return atomic_load(&vfs->calls[call].count);
}

int64_t hk_watched_vfs_log_count(hk_watched_vfs *vfs, enum hk_watched_call call) {
  return atomic_load(&vfs->calls[call].log_count);
}

void hk_watched_vfs_fail(hk_watched_vfs *vfs, enum hk_watched_call kind, int64_t after,
                         int64_t times, int code) {
  struct watched_call *call = &vfs->calls[kind];
  long long from = atomic_load(&call->count) + after;
  atomic_store(&call->code, code);
  atomic_store(&call->fail_to, from + times);
  atomic_store(&call->fail_from, from);
}

void hk_watched_vfs_delay(hk_watched_vfs *vfs, enum hk_watched_call kind, int microseconds) {
  atomic_store(&vfs->calls[kind].delay, microseconds);
}
