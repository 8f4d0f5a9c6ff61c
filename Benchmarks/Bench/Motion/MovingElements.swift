import BenchPeers
import HikidashiBase
import HikidashiMotion

/// Elements that move in the plane and fade, each with times of its own: for a scene, for a loop over
/// arrays, and for a browser.
struct MovingElements {
  private(set) var clocks: [BenchClock] = []
  private(set) var motions: [BenchMotion] = []

  init(count: Int) {
    var random = SeededGenerator(seed: 1)
    func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<count {
      for _ in 0..<2 {
        clocks.append(
          BenchClock(
            start: value(0...2), duration: value(0.5...3),
            repeats: Double(Int.random(in: 1...8, using: &random)) / 2))
      }
      var motion = BenchMotion()
      motion.from = (value(0...800), value(0...600), value(0.5...2), value(0.5...2), 0, 1)
      motion.to = (
        value(0...800), value(0...600), value(0.5...2), value(0.5...2), value(-360...360),
        value(0...1)
      )
      motions.append(motion)
    }
  }

  /// The times at which the states are taken, from before the first begins until all have ended.
  static let times = (0..<60).map { Double($0) / 4 }

  func scene() throws -> Scene {
    try Scene(
      motions.indices.map { index in
        let (move, fade) = (timing(clocks[2 * index]), timing(clocks[2 * index + 1]))
        let (from, to) = (motions[index].from, motions[index].to)
        return .element(
          Element(.text("Element"))
            .animate(
              .position, from: Point(from.0, from.1), to: Point(to.0, to.1), move,
              curve: .easeInOut
            )
            .animate(
              .zoom, from: Point(from.2, from.3), to: Point(to.2, to.3), move, curve: .easeInOut
            )
            .animate(.rotation, from: from.4, to: to.4, move, curve: .easeInOut)
            .animate(.opacity, from: from.5, to: to.5, fade))
      })
  }

  private func timing(_ clock: BenchClock) -> Timing {
    Timing(
      clock.duration, delay: clock.start, repeats: clock.repeats, direction: .alternating)
  }

  /// A page that writes the milliseconds in which a browser evaluates all of them once: the median of
  /// the times.
  var page: String {
    let list = motions.indices.map { index in
      let (move, fade) = (clocks[2 * index], clocks[2 * index + 1])
      let (from, to) = (motions[index].from, motions[index].to)
      return """
        [[\(from.0),\(from.1),\(from.4),\(from.2),\(from.3)],\
        [\(to.0),\(to.1),\(to.4),\(to.2),\(to.3)],\(from.5),\(to.5),\
        \(script(move)),\(script(fade))]
        """
    }
    return """
      <!DOCTYPE html><meta charset="utf-8"><body><pre id="out"></pre><script id="work">
      const place = p =>
        `translate(${p[0]}px,${p[1]}px) rotate(${p[2]}deg) scale(${p[3]},${p[4]})`;
      const timing = ([delay, duration, iterations], easing) =>
        ({delay, duration, iterations, easing, direction: 'alternate', fill: 'both'});
      const parts = [], playing = [];
      for (const [from, to, first, last, move, fade] of [
      \(list.joined(separator: ",\n"))
      ]) {
        const part = document.createElement('div');
        document.body.append(part);
        parts.push(getComputedStyle(part));
        playing.push(
          part.animate({transform: [place(from), place(to)]}, timing(move, 'ease-in-out')),
          part.animate({opacity: [first, last]}, timing(fade, 'linear')));
      }
      for (const animation of playing) animation.pause();
      const spent = [];
      let sum = 0;
      for (const time of [\(Self.times.map { "\($0 * 1_000)" }.joined(separator: ","))]) {
        for (const animation of playing) animation.currentTime = time;
        const start = performance.now();
        for (const animation of playing) sum += animation.effect.getComputedTiming().progress;
        for (const style of parts) sum += style.opacity.length + style.transform.length;
        spent.push(performance.now() - start);
      }
      spent.sort((a, b) => a - b);
      document.getElementById('work').remove();
      document.getElementById('out').textContent = spent[spent.length >> 1];
      </script>
      """
  }

  private func script(_ clock: BenchClock) -> String {
    "[\(clock.start * 1_000),\(clock.duration * 1_000),\(clock.repeats)]"
  }
}
