#include "Closure.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* It belongs to a connection and to who watches it, whichever is there for longer. */
struct hk_closure {
  atomic_int owners;
  atomic_bool has_come;
};

/* From openssl/ssl.h and openssl/crypto.h, whose library is there once libcurl is. */
typedef void (*info_callback)(const void *ssl, int where, int value);
typedef void (*free_callback)(void *, void *data, void *, int, long, void *);
static void (*set_info_callback)(void *ssl, info_callback);
static int (*set_data)(void *ssl, int index, void *data);
static void *(*get_data)(const void *ssl, int index);
enum { of_ssl = 0, read_alert = 0x4004, close_notify = 0x0100 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int place = -1;

static void let_go(hk_closure *closure) {
  if (closure && atomic_fetch_sub(&closure->owners, 1) == 1) free(closure);
}

static void connection_is_freed(
    void *ssl, void *data, void *all, int index, long number, void *pointer) {
  (void)ssl, (void)all, (void)index, (void)number, (void)pointer;
  let_go(data);
}

static void note(const void *ssl, int where, int value) {
  if (where != read_alert || value != close_notify) return;
  hk_closure *closure = get_data(ssl, place);
  if (closure) atomic_store(&closure->has_come, true);
}

static void load(void) {
  void *ssl = dlopen("libssl.so.3", RTLD_LAZY | RTLD_NOLOAD);
  void *crypto = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_NOLOAD);
  if (!ssl || !crypto) return;
  int (*new_index)(int, long, void *, void *, void *, free_callback) =
      (__typeof__(new_index))dlsym(crypto, "CRYPTO_get_ex_new_index");
  set_info_callback = (__typeof__(set_info_callback))dlsym(ssl, "SSL_set_info_callback");
  set_data = (__typeof__(set_data))dlsym(ssl, "SSL_set_ex_data");
  get_data = (__typeof__(get_data))dlsym(ssl, "SSL_get_ex_data");
  if (new_index && set_info_callback && set_data && get_data) {
    place = new_index(of_ssl, 0, NULL, NULL, NULL, connection_is_freed);
  }
}

hk_closure *hk_closure_watch(CURL *easy) {
  void *ssl = hk_easy_openssl(easy);
  if (!ssl) return NULL;
  pthread_once(&once, load);
  /* One that is watched already has come to its last response. */
  if (place < 0 || get_data(ssl, place)) return NULL;
  hk_closure *closure = calloc(1, sizeof *closure);
  if (!closure) return NULL;
  atomic_init(&closure->owners, 2);
  if (set_data(ssl, place, closure) != 1) {
    free(closure);
    return NULL;
  }
  set_info_callback(ssl, note);
  return closure;
}

bool hk_closure_has_come(const hk_closure *closure) { return atomic_load(&closure->has_come); }

void hk_closure_free(hk_closure *closure) { let_go(closure); }
