#pragma once
// Reads the letters of pages by libxml2 alone, as a peer of the reader of HTML, which uses the same library.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Counts the bytes of a page's texts without blanks. The page must have no scripts and styles.
size_t bench_html_letters(const char *html, size_t count);

#ifdef __cplusplus
}
#endif
