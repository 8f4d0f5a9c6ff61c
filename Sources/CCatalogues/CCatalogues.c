#include "CCatalogues.h"

#include <string.h>

// A part of C23, which the compiler offers in every dialect. Swift has nothing like it, and arrays of that
// many literals take its compiler seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char english[] = {
#embed "../../po/en.po"
};

static const unsigned char japanese[] = {
#embed "../../po/ja.po"
};

const unsigned char *hk_catalogue(const char *language, size_t *count) {
  if (strcmp(language, "en") == 0) {
    *count = sizeof english;
    return english;
  }
  if (strcmp(language, "ja") == 0) {
    *count = sizeof japanese;
    return japanese;
  }
  *count = 0;
  return NULL;
}
