#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Labels in a GtkBox in a GtkScrolledWindow, each bound to the property of an object of its own by
/// g_object_bind_property.
typedef struct bench_bound_labels bench_bound_labels;

bench_bound_labels *_Nonnull bench_bound_labels_new(uint32_t count);
/// The scrolled window, a widget without a parent.
void *_Nonnull bench_bound_labels_widget(bench_bound_labels *_Nonnull labels);
/// Gives one of the objects another text, which its label shows.
void bench_bound_labels_set(
    bench_bound_labels *_Nonnull labels, uint32_t index, const char *_Nonnull text);
/// Frees the objects; the widget belongs to its parent.
void bench_bound_labels_free(bench_bound_labels *_Nonnull labels);

#ifdef __cplusplus
}
#endif
