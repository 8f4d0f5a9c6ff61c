#pragma once

/* libcurl as Swift can call it: typed functions in place of the variadic ones, and of the macros
   that stand before them. The library itself is loaded by the first call to hk_curl_load, because
   it brings two dozen others with it that would make the start of every app four milliseconds
   longer. Nothing here may be called before that call has succeeded. */

#include "Closure.h"
#include "Decoders.h"
#include "Descriptors.h"

#include <curl/curl.h>
#include <stddef.h>

/* Loads and prepares libcurl, once for the process and from any thread; NULL when it is there, and
   otherwise what is wrong, in the words of the system. */
const char *hk_curl_load(void);

/* The version, as in "7.88.1". */
const char *hk_curl_version(void);

/* What libcurl says of a result. */
const char *hk_curl_describe(CURLcode code);

CURL *hk_easy_make(void);
void hk_easy_reset(CURL *easy);
void hk_easy_free(CURL *easy);
CURLcode hk_easy_pause(CURL *easy, int mask);

CURLcode hk_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode hk_easy_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode hk_easy_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode hk_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode hk_easy_set_pointer(CURL *easy, CURLoption option, void *value);

/* A function that takes a run of bytes and tells how many it has taken. */
typedef size_t (*hk_curl_receive)(char *bytes, size_t one, size_t count, void *owner);
/* A function that is told of a connection, with the addresses and ports of its ends. */
typedef int (*hk_curl_begin)(void *owner, char *theirs, char *ours, int their_port, int our_port);
/* Sets CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_PREREQFUNCTION, with their data. */
CURLcode hk_easy_set_receivers(
    CURL *easy, hk_curl_receive body, hk_curl_receive header, hk_curl_begin begin, void *owner);

/* Each is zero or NULL where libcurl does not know. */
long hk_easy_long(CURL *easy, CURLINFO info);
curl_off_t hk_easy_size(CURL *easy, CURLINFO info);
const char *hk_easy_text(CURL *easy, CURLINFO info);
void *hk_easy_owner(CURL *easy);
/* The TLS connection of a transfer under way, where it is one of OpenSSL. */
void *hk_easy_openssl(CURL *easy);

struct curl_slist *hk_list_append(struct curl_slist *list, const char *text);
void hk_list_free(struct curl_slist *list);

CURLM *hk_multi_make(void);
void hk_multi_free(CURLM *multi);
CURLMcode hk_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode hk_multi_add(CURLM *multi, CURL *easy);
CURLMcode hk_multi_remove(CURLM *multi, CURL *easy);
CURLMcode hk_multi_perform(CURLM *multi, int *running);
/* Waits for the transfers, for `descriptor` to be readable, or for the time to pass. */
CURLMcode hk_multi_poll(CURLM *multi, int descriptor, int milliseconds);
/* The next transfer that has ended and how, or NULL. */
CURL *hk_multi_next_ended(CURLM *multi, CURLcode *result);
