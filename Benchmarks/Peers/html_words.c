#include "html_words.h"

#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <string.h>

// The text is put together, as a program that shows it does.
struct text {
  char *bytes;
  size_t count, room;
};

static void add(struct text *text, const char *bytes) {
  size_t count = strlen(bytes);
  if (text->count + count > text->room) {
    text->room = (text->count + count) * 2;
    text->bytes = realloc(text->bytes, text->room);
    if (!text->bytes) abort();
  }
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
}

size_t bench_html_letters(const char *html, size_t count) {
  struct text text = {0};
  htmlDocPtr document =
      htmlReadMemory(html, (int)count, NULL, "UTF-8",
                     HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  xmlNodePtr node = document ? xmlDocGetRootElement(document) : NULL;
  while (node) {
    if (node->type == XML_TEXT_NODE && node->content) add(&text, (const char *)node->content);
    if (node->children && node->type == XML_ELEMENT_NODE) {
      node = node->children;
      continue;
    }
    while (node && !node->next) {
      node = node->parent;
      if (node && node->type == XML_HTML_DOCUMENT_NODE) node = NULL;
    }
    if (node) node = node->next;
  }
  xmlFreeDoc(document);
  size_t letters = 0;
  for (size_t index = 0; index < text.count; index++) {
    if (!strchr(" \t\r\n", text.bytes[index])) letters++;
  }
  free(text.bytes);
  return letters;
}
