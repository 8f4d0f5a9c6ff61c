#pragma once

#include <gtk/gtk.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A page of settings as one writes it by hand with libadwaita: an `AdwPreferencesPage` of one group
/// with so many rows, by turns a switch, a number, an entry and a list of choices.
GtkWidget *_Nonnull bench_preferences_page(uint32_t rows);

#ifdef __cplusplus
}
#endif
