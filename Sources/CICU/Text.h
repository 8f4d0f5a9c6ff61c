// A string as UTF-16, which most of ICU wants: on the stack when it is short.
#include <stdint.h>
#include <stdlib.h>
#include <unicode/ustring.h>

typedef struct {
  UChar stack[256];
  UChar *units;
  int32_t count;
} hk_text;

static inline void hk_text_open(
  hk_text *text, const uint8_t *bytes, int32_t count, UErrorCode *error) {
  // UTF-16 never has more units than UTF-8 has bytes.
  text->units = text->stack;
  text->count = 0;
  if (count > 256) text->units = malloc((size_t)count * sizeof(UChar));
  if (!text->units) {
    *error = U_MEMORY_ALLOCATION_ERROR;
    return;
  }
  u_strFromUTF8WithSub(
    text->units, count > 256 ? count : 256, &text->count, (const char *)bytes, count, 0xFFFD, NULL,
    error);
  // There is no room for the zero at the end, nor need of it.
  if (*error == U_STRING_NOT_TERMINATED_WARNING) *error = U_ZERO_ERROR;
}

static inline void hk_text_close(hk_text *text) {
  if (text->units != text->stack) free(text->units);
  text->units = text->stack;
}

// Writes UTF-16 as UTF-8 without a zero, and returns how many bytes it has; 0 after an error.
static inline int32_t hk_write_utf8(
  const UChar *units, int32_t count, char *into, int32_t capacity, UErrorCode *error) {
  int32_t length = 0;
  if (U_SUCCESS(*error)) u_strToUTF8(into, capacity, &length, units, count, error);
  if (*error == U_STRING_NOT_TERMINATED_WARNING) *error = U_ZERO_ERROR;
  return U_SUCCESS(*error) ? length : 0;
}
