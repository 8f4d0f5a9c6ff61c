#pragma once

#include <gtk/gtk.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where one of the moving things is: from and to, in a second, there and back.
typedef struct {
  double from_x, from_y, to_x, to_y, degrees, opacity;
} BenchMover;

/// A widget of 800 × 600 that draws texts and pictures by turns, as one writes it by hand: each moved,
/// turned and faded for a time.
GtkWidget *_Nonnull bench_scene_new(const BenchMover *_Nonnull movers, uint32_t count);

/// Draws it for a time, in seconds.
void bench_scene_set_time(GtkWidget *_Nonnull scene, double seconds);

/// The 32 × 32 pixels of the picture, four bytes each.
void bench_scene_pixels(uint8_t *_Nonnull pixels);

#ifdef __cplusplus
}
#endif
