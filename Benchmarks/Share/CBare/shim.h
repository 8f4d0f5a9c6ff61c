/* What the samples without the toolkit may use: GTK and plain C libraries. The inline functions stand for what
   Swift cannot call, as it takes any number of arguments. */
#include <adwaita.h>
#include <curl/curl.h>
#include <sqlite3.h>

static inline CURLcode curl_set_text(CURL *curl, CURLoption option, const char *text) {
  return curl_easy_setopt(curl, option, text);
}

static inline CURLcode curl_set_number(CURL *curl, CURLoption option, long number) {
  return curl_easy_setopt(curl, option, number);
}

static inline CURLcode curl_set_pointer(CURL *curl, CURLoption option, void *pointer) {
  return curl_easy_setopt(curl, option, pointer);
}

static inline CURLcode curl_set_writer(
    CURL *curl, size_t (*writer)(char *bytes, size_t size, size_t count, void *data)) {
  return curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, writer);
}

static inline long curl_status(CURL *curl) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static inline int sqlite3_bind_copied_text(sqlite3_stmt *statement, int place, const char *text) {
  return sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT);
}
