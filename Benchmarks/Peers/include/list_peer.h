#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A GtkListView in a GtkScrolledWindow, and nothing else: `count` rows of one to eight lines, made by
/// a factory of signals over a model whose items are made on demand. `boxed`: the label of a row stands
/// in a GtkBox. A widget without a parent.
void *_Nonnull bench_list_view_new(uint32_t count, bool boxed);

/// How many words row number `row` has, in either list.
uint32_t bench_list_words(uint32_t row);

#ifdef __cplusplus
}
#endif
