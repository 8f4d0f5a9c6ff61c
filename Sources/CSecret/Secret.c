#define _GNU_SOURCE
#include "Secret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// What is used of GLib and libsecret, as their headers declare it (libsecret 0.20, GLib 2.74): the
// library is loaded by name, so that neither has to be there when this is built.
typedef struct {
  unsigned int domain;
  int code;
  char *message;
} Error;

typedef struct {
  const char *name;
  int type;
} Attribute;

typedef struct {
  const char *name;
  int flags;
  Attribute attributes[32];
  int reserved;
  void *reserved_pointers[7];
} Schema;

static const Schema schema = {
    "org.hikidashi.Preference", 0, {{"app", 0}, {"key", 0}, {NULL, 0}}, 0, {NULL}};

static struct {
  void *(*get_service)(int flags, void *cancellable, Error **error);
  int (*store)(const Schema *, void *attributes, const char *collection, const char *label,
               const char *value, void *cancellable, Error **);
  char *(*find)(const Schema *, void *attributes, void *cancellable, Error **);
  int (*clear)(const Schema *, void *attributes, void *cancellable, Error **);
  void (*free_value)(char *);
  void *(*new_table)(void *hash, void *equal);
  int (*insert)(void *table, void *key, void *value);
  void (*free_table)(void *);
  void (*free_error)(Error *);
  void (*unref)(void *);
  void *hash;
  void *equal;
} library;

static int is_loaded;

static void load(void) {
  void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  // GLib comes with it; `dlsym` looks into what a library needs, too.
  struct {
    void *place;
    const char *name;
  } wanted[] = {
      {&library.get_service, "secret_service_get_sync"},
      {&library.store, "secret_password_storev_sync"},
      {&library.find, "secret_password_lookupv_sync"},
      {&library.clear, "secret_password_clearv_sync"},
      {&library.free_value, "secret_password_free"},
      {&library.new_table, "g_hash_table_new"},
      {&library.insert, "g_hash_table_insert"},
      {&library.free_table, "g_hash_table_unref"},
      {&library.free_error, "g_error_free"},
      {&library.unref, "g_object_unref"},
      {&library.hash, "g_str_hash"},
      {&library.equal, "g_str_equal"},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *symbol = dlsym(handle, wanted[index].name);
    if (!symbol) return;
    memcpy(wanted[index].place, &symbol, sizeof symbol);
  }
  is_loaded = 1;
}

static int loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

static int failed(Error *problem, char **error) {
  *error = strdup(problem && problem->message ? problem->message : "the keyring did not answer");
  if (problem) library.free_error(problem);
  return -1;
}

static int missing(char **error) {
  *error = strdup("libsecret is not there");
  return -1;
}

static void *attributes(const char *app, const char *key) {
  void *table = library.new_table(library.hash, library.equal);
  library.insert(table, "app", (void *)app);
  library.insert(table, "key", (void *)key);
  return table;
}

int hk_secret_is_there(void) {
  if (!loaded()) return 0;
  Error *problem = NULL;
  // Only a session is an answer: without one, the library waits with asking until it has to.
  const int open_session = 1 << 1;
  void *service = library.get_service(open_session, NULL, &problem);
  if (problem) library.free_error(problem);
  if (!service) return 0;
  library.unref(service);
  return 1;
}

int hk_secret_store(const char *app, const char *key, const char *label, const char *value,
                    char **error) {
  if (!loaded()) return missing(error);
  void *table = attributes(app, key);
  Error *problem = NULL;
  int is_stored = library.store(&schema, table, NULL, label, value, NULL, &problem);
  library.free_table(table);
  return is_stored ? 0 : failed(problem, error);
}

int hk_secret_find(const char *app, const char *key, char **value, char **error) {
  if (!loaded()) return missing(error);
  void *table = attributes(app, key);
  Error *problem = NULL;
  char *found = library.find(&schema, table, NULL, &problem);
  library.free_table(table);
  if (problem) return failed(problem, error);
  if (!found) return 0;
  *value = strdup(found);
  library.free_value(found);
  return *value ? 1 : failed(NULL, error);
}

int hk_secret_remove(const char *app, const char *key, char **error) {
  if (!loaded()) return missing(error);
  void *table = attributes(app, key);
  Error *problem = NULL;
  library.clear(&schema, table, NULL, &problem);
  library.free_table(table);
  return problem ? failed(problem, error) : 0;
}

void hk_secret_free(char *text) {
  if (!text) return;
  explicit_bzero(text, strlen(text));
  free(text);
}
