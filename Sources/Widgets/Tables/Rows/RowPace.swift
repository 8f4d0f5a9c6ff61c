/// How many rows a list makes, or shows anew, in one frame: as many as there is time for.
///
/// Of what a row costs only its layout tells, which comes after it was made. So each frame is measured, and the
/// next has twice as many rows, or half of them.
struct RowPace {
  private(set) var count = 8
  private var start: Int?
  private static let limits = 4...512
  /// Microseconds: a frame of a screen with 60 of them in a second has 16,700, and more to do.
  private static let (short, long) = (4_000, 8_000)

  /// Begins a frame's rows.
  ///
  /// - Returns: How many.
  mutating func begin(at time: Int) -> Int {
    start = start ?? time
    return count
  }

  /// The rows are laid out.
  mutating func end(at time: Int) {
    guard let start else { return }
    self.start = nil
    if time - start < Self.short { count *= 2 }
    if time - start > Self.long { count /= 2 }
    count = min(max(count, Self.limits.lowerBound), Self.limits.upperBound)
  }
}
