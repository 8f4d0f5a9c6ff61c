/// A summary of numbers: their count, their sum, the least and the greatest.
struct NumberSummary<Element: SummedNumber>: RunningSummary {
  /// The number of values, without nulls.
  var count = 0
  var total = Element.Total.zero
  /// The least and the greatest as ``OrderedKey``; meaningless while there is no value.
  private var leastKey = UInt64.max
  private var greatestKey = UInt64.min

  static var zero: Self { Self() }

  @inline(__always)
  mutating func add(_ value: Element) {
    count &+= 1
    total.add(value)
    let key = value.orderedKey
    leastKey = min(leastKey, key)
    greatestKey = max(greatestKey, key)
  }

  /// Adds the summary of the positions that follow.
  mutating func append(_ next: Self) {
    count += next.count
    total.append(next.total)
    leastKey = min(leastKey, next.leastKey)
    greatestKey = max(greatestKey, next.greatestKey)
  }

  /// The value that sorts first, or nil when there is none.
  var least: Element? { count > 0 ? Element(orderedKey: leastKey) : nil }

  /// The value that sorts last, or nil when there is none: NaN when there is one, as it sorts last.
  var greatest: Element? { count > 0 ? Element(orderedKey: greatestKey) : nil }

  /// The sum divided by the count, or nil when there is no value.
  var mean: Double? { count > 0 ? total.asDouble / Double(count) : nil }
}

/// A number that can be summed up without loss or trap.
protocol SummedNumber: OrderedKey {
  associatedtype Total: RunningTotal where Total.Element == Self
}

/// What is known of numbers so far.
protocol RunningSummary: Sendable, Equatable {
  associatedtype Element
  static var zero: Self { get }
  mutating func add(_ value: Element)
  /// Adds what is known of the numbers that follow.
  mutating func append(_ next: Self)
}

/// A sum so far.
protocol RunningTotal: RunningSummary {
  /// The sum, or nil when the element's type does not hold it.
  var value: Element? { get }
  var asDouble: Double { get }
}

/// A sum of integers in 128 bits, which no column is long enough to exceed.
struct IntegerTotal: RunningTotal {
  private var sum: Int128 = 0

  static let zero = Self()

  @inline(__always)
  mutating func add(_ value: Int) { sum &+= Int128(value) }

  /// Takes a value out of the sum again.
  mutating func remove(_ value: Int) { sum &-= Int128(value) }

  mutating func append(_ next: Self) { sum &+= next.sum }

  var value: Int? { Int(exactly: sum) }
  var asDouble: Double { Double(sum) }
}

/// A sum of doubles that also collects the rounding errors.
///
/// - Source: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
///   ZAMM 54 (1974).
struct DoubleTotal: RunningTotal {
  private var sum = 0.0
  private var dropped = 0.0

  static let zero = Self()

  @inline(__always)
  mutating func add(_ value: Double) {
    let next = sum + value
    // What the smaller of the two lost.
    dropped += sum.magnitude >= value.magnitude ? (sum - next) + value : (value - next) + sum
    sum = next
  }

  mutating func append(_ next: Self) {
    add(next.sum)
    dropped += next.dropped
  }

  /// Takes a value out of the sum again.
  ///
  /// - Returns: False when that cannot be done: the value was infinite or NaN, or so large that
  ///   little is left of the others.
  mutating func remove(_ value: Double) -> Bool {
    add(-value)
    return sum.isFinite && value.magnitude <= asDouble.magnitude * 0x1p40
  }

  /// Never nil. Where the sum is infinite or NaN, there is nothing to correct.
  var value: Double? { asDouble }
  var asDouble: Double { sum.isFinite ? sum + dropped : sum }
}

extension Int: SummedNumber {
  typealias Total = IntegerTotal
}

extension Double: SummedNumber {
  typealias Total = DoubleTotal
}

// MARK: - Columns

extension RunningSummary where Element == Int {
  /// Summarizes the integers of every group; O(*n*).
  @inline(__always)
  static func of(_ source: ColumnSource<ValueChunk<Int>>, by groups: PositionGroups) -> [Self] {
    summaries(of: source, by: groups)
  }
}

extension RunningSummary where Element == Double {
  /// Summarizes the doubles or dates of every group; O(*n*).
  @inline(__always)
  static func of(
    _ source: ColumnSource<ValueChunk<Double>>, by groups: PositionGroups
  ) -> [Self] {
    summaries(of: source, by: groups)
  }
}

extension NumberSummary<Int> {
  /// Sums up a column of integers; O(*n*).
  static func of(_ source: ColumnSource<ValueChunk<Int>>) -> Self { summary(of: source) }
}

extension NumberSummary<Double> {
  /// Sums up a column of doubles or dates; O(*n*).
  ///
  /// Chunk by chunk whatever the number of processors, so that a sum is the same every time.
  static func of(_ source: ColumnSource<ValueChunk<Double>>) -> Self { summary(of: source) }
}

extension NumberSummary {
  @inline(__always)
  fileprivate static func summary(of source: ColumnSource<ValueChunk<Element>>) -> Self {
    let used = min(source.chunks.count, source.chunkCount)
    var chunks = [Self](repeating: Self(), count: used)
    chunks.withUnsafeMutableBufferPointer { summaries in
      let parts = min(Parallel.parts(for: source.count), max(1, used))
      Parallel.run(parts) { part in
        for index in Parallel.range(part, of: parts, count: used) {
          let values = source.chunks[index].values
          var summary = Self()
          source.forEachValue(inChunk: index) { summary.add(values[$0]) }
          summaries[index] = summary
        }
      }
    }
    return chunks.reduce(into: Self()) { $0.append($1) }
  }
}

extension RunningSummary {
  /// In as many stretches whatever the number of processors, so that a sum is the same every time.
  @inline(__always)
  fileprivate static func summaries(
    of source: ColumnSource<ValueChunk<Element>>, by groups: PositionGroups
  ) -> [Self] where Element: OrderedKey {
    let count = groups.counts.count
    guard let membership = groups.membership else { return [Self](repeating: .zero, count: count) }
    let used = min(source.chunks.count, source.chunkCount)
    // Each stretch has a summary of each group, which is to be less than what it goes through.
    let stretches = count < source.count / 64 ? min(8, max(1, used)) : 1
    var all = [Self](repeating: .zero, count: count * stretches)
    membership.withUnsafeBufferPointer { membership in
      all.withUnsafeMutableBufferPointer { all in
        Parallel.run(stretches) { stretch in
          let summaries = UnsafeMutableBufferPointer(
            rebasing: all[stretch * count..<(stretch + 1) * count])
          for index in Parallel.range(stretch, of: stretches, count: used) {
            let values = source.chunks[index].values
            let base = index << ChunkLayout.shift
            source.forEachValue(inChunk: index) { place in
              let group = membership[base + place]
              if group != PositionGroups.none { summaries[Int(group)].add(values[place]) }
            }
          }
        }
      }
    }
    guard stretches > 1 else { return all }
    return (0..<count).map { group in
      stride(from: group, to: all.count, by: count).reduce(into: .zero) { $0.append(all[$1]) }
    }
  }
}
