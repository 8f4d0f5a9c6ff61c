#pragma once

#include <gtk/gtk.h>
#include <stdint.h>

#include "moving_scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How long each of them moves, in seconds: longer than is looked at.
#define BENCH_PARTS_SECONDS 60

/// Labels and pictures by turns, twenty in a row, as one writes them by hand: each stands in a widget
/// that slides, turns and fades it in by an AdwTimedAnimation of its own when it is shown.
GtkWidget *_Nonnull bench_parts_new(const BenchMover *_Nonnull movers, uint32_t count);

/// The widget number `index`, as it stands there, without what moves it.
GtkWidget *_Nonnull bench_parts_leaf(uint32_t index);

/// Whether the desktop wants things to move.
void bench_parts_enable_animations(gboolean enabled);

#ifdef __cplusplus
}
#endif
