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
}
