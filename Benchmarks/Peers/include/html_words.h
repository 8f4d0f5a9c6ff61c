#pragma once
// The words of pages as libxml2 alone finds them: what the reader of HTML is measured beside, which hands
// its pages to the same library.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The bytes of the texts of a page that are no blanks; of scripts and styles there must be none.
size_t bench_html_letters(const char *html, size_t count);

#ifdef __cplusplus
}
#endif
