#define _GNU_SOURCE
#include "Descriptors.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

int hk_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int hk_spawn_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int hk_spawn_change_folder(void *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
