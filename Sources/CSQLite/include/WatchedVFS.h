#ifndef CSQLITE_WATCHED_VFS_H
#define CSQLITE_WATCHED_VFS_H

#include <stdint.h>

/* A layer over SQLite's default file system that counts what is written and synced and can make
   either fail or wait. It is reached only by the name under which it was registered. */
typedef struct hk_watched_vfs hk_watched_vfs;

enum hk_watched_call { HK_WATCHED_WRITE = 0, HK_WATCHED_SYNC = 1 };

/* Registers a layer of this name, which must not be in use; NULL when memory or SQLite fails. */
hk_watched_vfs *hk_watched_vfs_register(const char *name);

/* Unregisters and frees the layer; no connection may be open on it. */
void hk_watched_vfs_unregister(hk_watched_vfs *vfs);

/* How often a call was made, of any file and of write-ahead logs alone. */
int64_t hk_watched_vfs_count(hk_watched_vfs *vfs, enum hk_watched_call call);
int64_t hk_watched_vfs_log_count(hk_watched_vfs *vfs, enum hk_watched_call call);

/* Lets `after` calls pass and makes the next `times` ones return `code`, an SQLite result. */
void hk_watched_vfs_fail(hk_watched_vfs *vfs, enum hk_watched_call call, int64_t after,
                         int64_t times, int code);

/* Has the next call wait for so many microseconds before it is made. */
void hk_watched_vfs_delay(hk_watched_vfs *vfs, enum hk_watched_call call, int microseconds);

#endif
