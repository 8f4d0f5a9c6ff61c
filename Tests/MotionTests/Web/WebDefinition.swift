import HikidashiBase
import HikidashiMotion

/// Motions of one element, and the times at which they are looked at.
struct WebDefinition {
  var motions: [WebMotion]
  var opacity: Double
  var times: [Double]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let flat: [WebMotion.Kind] = [.position, .rotation, .zoom, .opacity]
    let kinds =
      Bool.random(using: &random)
      ? WebMotion.Kind.allCases : WebMotion.Kind.allCases.filter { flat.contains($0) }
    motions =
      kinds.filter { _ in Bool.random(using: &random) }.map { WebMotion.random($0, &random) }
    if motions.isEmpty { motions = [.random(.position, &random)] }
    opacity = Double(Int.random(in: 0...64, using: &random)) / 64
    times = []
    for _ in 0..<50 {
      // Every fourth time lies at the very end or beginning of a pass.
      guard Int.random(in: 0..<4, using: &random) == 0,
        let timing = motions.randomElement(using: &random)?.timing, let duration = timing.duration
      else {
        times.append(Double(Int.random(in: 0...8_192, using: &random)) / 1_024)
        continue
      }
      let passes = timing.repeats.isFinite ? timing.repeats : 3
      let inner = Double(Int.random(in: 0...3, using: &random))
      let pass = Bool.random(using: &random) ? passes : min(inner, passes)
      // A scene has no time before 0.
      times.append(max(0, timing.delay + pass * duration / timing.speed))
    }
  }

  func scene() throws -> Scene {
    let element = motions.reduce(Element(.text("part"))) { $1.add(to: $0) }
    return try Scene { element.set(.opacity, opacity) }
  }

  /// As a list in JavaScript.
  var script: String {
    let animations = motions.map(\.script).joined(separator: ",")
    let milliseconds = times.map { "\($0 * 1_000)" }.joined(separator: ",")
    return "[\(opacity),[\(animations)],[\(milliseconds)]]"
  }

  /// A page that writes a line for each time: the opacity and the transform as the browser has them.
  static func page(_ definitions: [WebDefinition]) -> String {
    """
    <!DOCTYPE html><meta charset="utf-8"><body><pre id="out"></pre><script id="work">
    const definitions = [
    \(definitions.map(\.script).joined(separator: ",\n"))
    ];
    const lines = [];
    for (const [opacity, animations, times] of definitions) {
      const part = document.createElement('div');
      part.style.opacity = opacity;
      document.body.append(part);
      const playing = animations.map(([frames, timing]) => {
        const animation = part.animate(frames, timing);
        animation.pause();
        return animation;
      });
      const style = getComputedStyle(part);
      for (const time of times) {
        for (const animation of playing) animation.currentTime = time;
        lines.push(style.opacity + ' ' + style.transform);
      }
      for (const animation of playing) animation.cancel();
      part.remove();
    }
    document.getElementById('work').remove();
    document.getElementById('out').textContent = lines.join('\\n') + '\\n';
    </script>
    """
  }
}
