internal import CHikidashiScan

/// A number as columns keep it: an integer, or a double, which a date is too.
protocol ColumnNumber: OrderedKey, Hashable, Comparable {
  /// The chunks of a column of such numbers; nil where it holds something else.
  static func chunks(of column: Column) -> [ValueChunk<Self>]?

  /// Clears the bits of those places whose value lies outside the range; NaN lies in none.
  static func narrow(_ places: PlaceWords, of chunk: ValueChunk<Self>, to range: ClosedRange<Self>)
}

extension Int: ColumnNumber {
  static func chunks(of column: Column) -> [ValueChunk<Int>]? {
    if case .integers(let chunks) = column { chunks } else { nil }
  }

  static func narrow(_ places: PlaceWords, of chunk: ValueChunk<Int>, to range: ClosedRange<Int>) {
    chunk.values.withMemoryRebound(to: Int64.self, capacity: chunk.count) {
      hk_integers_within(
        $0, chunk.count, Int64(range.lowerBound), Int64(range.upperBound), places, places)
    }
  }
}

extension Double: ColumnNumber {
  static func chunks(of column: Column) -> [ValueChunk<Double>]? {
    if case .doubles(let chunks) = column { chunks } else { nil }
  }

  static func narrow(
    _ places: PlaceWords, of chunk: ValueChunk<Double>, to range: ClosedRange<Double>
  ) {
    hk_doubles_within(
      chunk.values, chunk.count, range.lowerBound, range.upperBound, places, places)
  }
}
