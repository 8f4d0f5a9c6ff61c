#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The timing of a motion: seconds, and passes that go there and back by turns.
typedef struct {
  double start;
  double duration;
  double repeats;
} BenchClock;

/// What an element moves from and to: x, y, zoom x, zoom y, degrees, opacity.
typedef struct {
  double from[6];
  double to[6];
} BenchMotion;

/// What is seen of an element: a transform of the plane, and its opacity.
typedef struct {
  double a, b, c, d, x, y, opacity;
} BenchPlace;

/// Evaluates elements at a time in one plain loop over arrays: two clocks each, the first with the
/// curve 0.42, 0, 0.58, 1 for all but the opacity, which the second one changes evenly.
void bench_motion_loop(
    const BenchClock *_Nonnull clocks, const BenchMotion *_Nonnull motions, size_t count,
    double time, BenchPlace *_Nonnull places);

#ifdef __cplusplus
}
#endif
