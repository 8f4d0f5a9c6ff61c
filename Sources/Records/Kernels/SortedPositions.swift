/// The positions of a column in ascending order of what it holds, equal values in order of their
/// positions: what every sort in this module returns, whatever it sorts by.
struct SortedPositions: Sendable, Equatable {
  /// The positions that hold a value, in ascending order.
  var positions: [UInt32]
  /// Bit *i* is set where `positions[i]` begins a run of equal values; as many bits as positions.
  var runStarts: PositionBits
  /// The positions that take part and hold null, in ascending order of position.
  var nulls: [UInt32]

  init(positions: [UInt32], runStarts: PositionBits, nulls: [UInt32] = []) {
    self.positions = positions
    self.runStarts = runStarts
    self.nulls = nulls
  }

  /// Bytes held.
  var allocatedBytes: Int { (positions.count + nulls.count) * 4 + runStarts.words.count * 8 }
}
