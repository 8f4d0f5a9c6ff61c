#include "motion_loop.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

// A cubic Bézier curve with first guesses of its parameter, as browsers solve it.
struct Bezier {
  double ax, bx, cx, ay, by, cy;
  std::array<double, 17> guesses{};

  Bezier(double x1, double y1, double x2, double y2) {
    cx = 3 * x1, bx = 3 * (x2 - x1) - cx, ax = 1 - cx - bx;
    cy = 3 * y1, by = 3 * (y2 - y1) - cy, ay = 1 - cy - by;
    guesses[16] = 1;
    for (int i = 1; i < 16; i++) guesses[i] = solve(i / 16.0, i / 16.0);
  }

  double solve(double x, double t) const {
    for (int i = 0; i < 8; i++) {
      double error = ((ax * t + bx) * t + cx) * t - x;
      if (std::abs(error) <= 1e-10) break;
      t -= error / ((3 * ax * t + 2 * bx) * t + cx);
    }
    return t;
  }

  double operator()(double x) const {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    int i = static_cast<int>(x * 16);
    double t = solve(x, guesses[i] + (guesses[i + 1] - guesses[i]) * (x * 16 - i));
    return ((ay * t + by) * t + cy) * t;
  }
};

double progress(const BenchClock &clock, double time) {
  double passes = (time - clock.start) / clock.duration;
  double pass = 0, part = 0;
  if (passes >= clock.repeats) {
    pass = std::ceil(clock.repeats) - 1;
    part = clock.repeats - pass;
  } else if (passes > 0) {
    pass = std::floor(passes);
    part = passes - pass;
  }
  bool is_back = std::floor(pass / 2) * 2 != pass;
  return is_back ? 1 - part : part;
}

}  // namespace

void bench_motion_loop(
    const BenchClock *clocks, const BenchMotion *motions, size_t count, double time,
    BenchPlace *places) {
  static const Bezier curve(0.42, 0, 0.58, 1);
  for (size_t i = 0; i < count; i++) {
    double moved = curve(progress(clocks[2 * i], time));
    double faded = progress(clocks[2 * i + 1], time);
    const BenchMotion &motion = motions[i];
    double values[6];
    for (int j = 0; j < 6; j++) {
      double part = j == 5 ? faded : moved;
      values[j] = motion.from[j] + (motion.to[j] - motion.from[j]) * part;
    }
    double angle = values[4] * M_PI / 180;
    double sine = std::sin(angle), cosine = std::cos(angle);
    places[i] = {cosine * values[2], sine * values[2], -sine * values[3], cosine * values[3],
                 values[0], values[1], std::clamp(values[5], 0.0, 1.0)};
  }
}
