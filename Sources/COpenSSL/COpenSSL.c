#include "COpenSSL.h"

#include <dlfcn.h>
#include <stdint.h>

/* OPENSSL_INIT_NO_ATEXIT of <openssl/crypto.h>, which is no part of what this is built with. */
static const uint64_t no_cleanup = 0x00080000;

void hk_openssl_keep(void *library) {
  /* The libraries that it brought with it are looked through as well. */
  int (*prepare)(uint64_t, const void *) =
    (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  if (prepare) prepare(no_cleanup, 0);
}
