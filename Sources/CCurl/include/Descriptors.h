#pragma once

/* What the transports beside libcurl need of the C library and Swift does not see, as it is declared
   for _GNU_SOURCE only. */

/* pipe2(2): a pipe that no program started at the same time by another thread inherits. */
int hk_pipe(int ends[2]);

/* posix_spawn_file_actions_addclosefrom_np(3); `actions` is a posix_spawn_file_actions_t, whose header
   is left to the C library's own module. */
int hk_spawn_close_from(void *actions, int first);

/* posix_spawn_file_actions_addchdir_np(3). */
int hk_spawn_change_folder(void *actions, const char *folder);
