#pragma once

/* Whether a TLS connection was ended in order, by the alert close_notify: without it, the end of a
   connection is no end of what came over it, as anybody on the way can bring it about (RFC 9112, 9.8).
   libcurl 7.88 makes no difference. */

#include <curl/curl.h>
#include <stdbool.h>

typedef struct hk_closure hk_closure;

/* Watches the connection of a transfer under way; NULL where it is none of OpenSSL 3. */
hk_closure *hk_closure_watch(CURL *easy);

bool hk_closure_has_come(const hk_closure *closure);

void hk_closure_free(hk_closure *closure);
