/// What is known of some numbers without listing them: how many, their sum, the least and greatest.
struct NumberSummary<Element: SummedNumber>: Sendable, Equatable {
  /// How many values there are; nulls are not counted.
  var count = 0
  var total = Element.Total.zero
  /// The least and the greatest as ``OrderedKey``; meaningless while there is no value.
  private var leastKey = UInt64.max
  private var greatestKey = UInt64.min

  init() {}

  @inline(__always)
  mutating func add(_ value: Element) {
    count &+= 1
    total.add(value)
    let key = value.orderedKey
    leastKey = min(leastKey, key)
    greatestKey = max(greatestKey, key)
  }

  /// Adds what comes behind, in order of position.
  mutating func add(_ next: Self) {
    count += next.count
    total.add(next.total)
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

/// A sum so far.
protocol RunningTotal: Sendable, Equatable {
  associatedtype Element
  static var zero: Self { get }
  mutating func add(_ value: Element)
  mutating func add(_ next: Self)
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

  mutating func add(_ next: Self) { sum &+= next.sum }

  var value: Int? { Int(exactly: sum) }
  var asDouble: Double { Double(sum) }
}

/// A sum of doubles that keeps what rounding drops.
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

  mutating func add(_ next: Self) {
    add(next.sum)
    dropped += next.dropped
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
