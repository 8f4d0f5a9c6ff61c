#include "CCurl.h"

#include "COpenSSL.h"

#include <dlfcn.h>
#include <pthread.h>

/* The macros of the header would check the types of calls through a pointer as well. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define CURL_FUNCTIONS(USE) \
  USE(curl_global_init) \
  USE(curl_version_info) \
  USE(curl_easy_strerror) \
  USE(curl_easy_init) \
  USE(curl_easy_reset) \
  USE(curl_easy_cleanup) \
  USE(curl_easy_pause) \
  USE(curl_easy_setopt) \
  USE(curl_easy_getinfo) \
  USE(curl_slist_append) \
  USE(curl_slist_free_all) \
  USE(curl_multi_init) \
  USE(curl_multi_cleanup) \
  USE(curl_multi_setopt) \
  USE(curl_multi_add_handle) \
  USE(curl_multi_remove_handle) \
  USE(curl_multi_perform) \
  USE(curl_multi_poll) \
  USE(curl_multi_info_read)

#define DECLARE(name) __typeof__(&name) name##_;
static struct { CURL_FUNCTIONS(DECLARE) } curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void load(void) {
  /* The name that every distribution gives the library with OpenSSL; never unloaded, since its own
     libraries keep threads and exit handlers. */
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    problem = dlerror();
    return;
  }
#define FIND(name) \
  if (!(curl.name##_ = (__typeof__(&name))dlsym(library, #name))) { \
    problem = "libcurl.so.4 is too old: it has no " #name; \
    return; \
  }
  CURL_FUNCTIONS(FIND)
  hk_openssl_keep(library);
  CURLcode result = curl.curl_global_init_(CURL_GLOBAL_DEFAULT);
  if (result != CURLE_OK) problem = curl.curl_easy_strerror_(result);
}

const char *hk_curl_load(void) {
  pthread_once(&once, load);
  return problem;
}

const char *hk_curl_version(void) { return curl.curl_version_info_(CURLVERSION_NOW)->version; }

const char *hk_curl_describe(CURLcode code) { return curl.curl_easy_strerror_(code); }

CURL *hk_easy_make(void) { return curl.curl_easy_init_(); }

void hk_easy_reset(CURL *easy) { curl.curl_easy_reset_(easy); }

void hk_easy_free(CURL *easy) { curl.curl_easy_cleanup_(easy); }

CURLcode hk_easy_pause(CURL *easy, int mask) { return curl.curl_easy_pause_(easy, mask); }

CURLcode hk_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode hk_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode hk_easy_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode hk_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode hk_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl.curl_easy_setopt_(easy, option, value);
}

CURLcode hk_easy_set_receivers(
    CURL *easy, hk_curl_receive body, hk_curl_receive header, hk_curl_begin begin, void *owner) {
  CURLcode result = curl.curl_easy_setopt_(easy, CURLOPT_WRITEFUNCTION, body);
  if (!result) result = curl.curl_easy_setopt_(easy, CURLOPT_WRITEDATA, owner);
  if (!result) result = curl.curl_easy_setopt_(easy, CURLOPT_HEADERFUNCTION, header);
  if (!result) result = curl.curl_easy_setopt_(easy, CURLOPT_HEADERDATA, owner);
  if (!result) result = curl.curl_easy_setopt_(easy, CURLOPT_PREREQFUNCTION, begin);
  if (!result) result = curl.curl_easy_setopt_(easy, CURLOPT_PREREQDATA, owner);
  if (!result) result = curl.curl_easy_setopt_(easy, CURLOPT_PRIVATE, owner);
  return result;
}

long hk_easy_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl.curl_easy_getinfo_(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t hk_easy_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return curl.curl_easy_getinfo_(easy, info, &value) == CURLE_OK ? value : 0;
}

const char *hk_easy_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return curl.curl_easy_getinfo_(easy, info, &value) == CURLE_OK ? value : NULL;
}

void *hk_easy_owner(CURL *easy) {
  char *owner = NULL;
  return curl.curl_easy_getinfo_(easy, CURLINFO_PRIVATE, &owner) == CURLE_OK ? owner : NULL;
}

void *hk_easy_openssl(CURL *easy) {
  struct curl_tlssessioninfo *session = NULL;
  CURLcode result = curl.curl_easy_getinfo_(easy, CURLINFO_TLS_SSL_PTR, &session);
  bool is_there = result == CURLE_OK && session && session->backend == CURLSSLBACKEND_OPENSSL;
  return is_there ? session->internals : NULL;
}

struct curl_slist *hk_list_append(struct curl_slist *list, const char *text) {
  return curl.curl_slist_append_(list, text);
}

void hk_list_free(struct curl_slist *list) { curl.curl_slist_free_all_(list); }

CURLM *hk_multi_make(void) { return curl.curl_multi_init_(); }

void hk_multi_free(CURLM *multi) { curl.curl_multi_cleanup_(multi); }

CURLMcode hk_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl.curl_multi_setopt_(multi, option, value);
}

CURLMcode hk_multi_add(CURLM *multi, CURL *easy) {
  return curl.curl_multi_add_handle_(multi, easy);
}

CURLMcode hk_multi_remove(CURLM *multi, CURL *easy) {
  return curl.curl_multi_remove_handle_(multi, easy);
}

CURLMcode hk_multi_perform(CURLM *multi, int *running) {
  return curl.curl_multi_perform_(multi, running);
}

CURLMcode hk_multi_poll(CURLM *multi, int descriptor, int milliseconds) {
  struct curl_waitfd wait = {.fd = descriptor, .events = CURL_WAIT_POLLIN};
  return curl.curl_multi_poll_(multi, &wait, 1, milliseconds, NULL);
}

CURL *hk_multi_next_ended(CURLM *multi, CURLcode *result) {
  CURLMsg *message;
  int left;
  while ((message = curl.curl_multi_info_read_(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
