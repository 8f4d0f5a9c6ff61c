/// A scene as flat arrays, in the order in which they are gone through for a state.
final class Program: Sendable {
  let repeats: Double
  let length: Double
  /// The first stands for the scene; those with others within come first, ``frameCount`` of them.
  let clocks: FlatArray<CompiledClock>
  let frameCount: Int
  let drives: FlatArray<CompiledDrive>
  let curves: FlatArray<CompiledCurve>
  /// In the order in which they are drawn.
  let parts: FlatArray<CompiledPart>
  let lives: FlatArray<CompiledLife>
  /// Of all elements, also of those whose part is seen always.
  let spans: FlatArray<CompiledLife>
  let channels: FlatArray<CompiledChannel>
  let tracks: FlatArray<CompiledTrack>
  let keys: FlatArray<CompiledKey>
  let values: FlatArray<Double>
  let turns: FlatArray<CompiledTurn>
  let paths: [PathTable]
  let bases: FlatArray<Double>
  let ids: [String]

  init(_ compiler: SceneCompiler) {
    repeats = compiler.repeats
    length = compiler.length
    clocks = FlatArray(compiler.frames + compiler.clocks)
    frameCount = compiler.frames.count
    drives = FlatArray(compiler.drives)
    curves = FlatArray(compiler.curves)
    parts = FlatArray(compiler.compiledParts)
    lives = FlatArray(compiler.lives)
    spans = FlatArray(compiler.spans.map(\.life))
    channels = FlatArray(compiler.channels)
    tracks = FlatArray(compiler.tracks)
    keys = FlatArray(compiler.keys)
    values = FlatArray(compiler.values)
    turns = FlatArray(compiler.turns)
    paths = compiler.paths
    bases = FlatArray(compiler.bases)
    ids = compiler.parts.map(\.id)
  }

  /// The time of a round when something moves next, which is `time` while something does: a motion, a
  /// group with a time of its own, or an element that begins or ends. Infinite where nothing will.
  func nextMotion(after time: Double) -> Double {
    var next = Double.infinity
    for index in 1..<max(1, clocks.count) {
      let clock = clocks.start[index]
      guard clock.parent == 0 else { continue }
      if clock.start > time {
        next = min(next, clock.start)
      } else if time < clock.start + clock.active {
        guard let end = clock.endOfRest(at: time) else { return time }
        next = min(next, end)
      }
    }
    for index in 0..<spans.count where spans.start[index].clock == 0 {
      for edge in [spans.start[index].start, spans.start[index].end] where edge > time {
        next = min(next, edge)
      }
    }
    return next
  }
}
