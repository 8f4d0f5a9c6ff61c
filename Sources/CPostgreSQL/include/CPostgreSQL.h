#pragma once

/* libpq, of which an app pays only when it connects: the functions that are used here stand in
   CPostgreSQL.c and pass on what they are given. The library itself is loaded by the first call to
   hk_postgres_load, because it brings two dozen others with it that would make the start of every
   app milliseconds longer, whether it has a database or not. */

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
/* Debian's place. */
#include <postgresql/libpq-fe.h>
#endif

/* Loads libpq, once for the process and from any thread; NULL when it is there, and otherwise what is
   wrong, in the words of the system. */
const char *hk_postgres_load(void);
