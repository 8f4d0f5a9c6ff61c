internal import HikidashiBase
internal import HikidashiRecords

/// Record numbers as runs of neighbours, which take few bytes where records were appended together.
///
/// As bytes, each run is the gap before it and how many numbers it has, less one, as
/// variable-length integers: seven bits a byte, the lowest first, the eighth set where more follow.
struct NumberRuns: Equatable, Sendable {
  /// In ascending order, not touching each other.
  private(set) var runs: [ClosedRange<Int>] = []

  /// About so many bytes are worth it; for more, everything is read anew.
  static let mostBytes = 1 << 16

  init() {}

  /// Nil when they would take far more than ``mostBytes``.
  init?(_ numbers: RecordSet) {
    // A run takes two bytes at least, and twenty at most.
    guard let runs = numbers.runs(limit: Self.mostBytes / 4) else { return nil }
    self.runs = runs
  }

  /// Nil when the bytes are no runs.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    var next = 0
    while !rest.isEmpty {
      guard let gap = Self.read(&rest), let more = Self.read(&rest) else { return nil }
      let (lower, isTooMuch) = next.addingReportingOverflow(gap)
      let (upper, isTooLong) = lower.addingReportingOverflow(more)
      guard !isTooMuch, !isTooLong, upper < Int.max - 1 else { return nil }
      runs.append(lower...upper)
      next = upper + 2
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var next = 0
    for run in runs {
      Self.write(run.lowerBound - next, to: &bytes)
      Self.write(run.count - 1, to: &bytes)
      next = run.upperBound + 2
    }
    return bytes
  }

  func contains(_ number: Int) -> Bool {
    let place = runs.partitioningIndex { $0.upperBound >= number }
    return place < runs.count && runs[place].contains(number)
  }

  mutating func formUnion(_ other: NumberRuns) {
    var union: [ClosedRange<Int>] = []
    for run in (runs + other.runs).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = union.last, run.lowerBound <= last.upperBound + 1 {
        union[union.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        union.append(run)
      }
    }
    runs = union
  }

  private static func write(_ value: Int, to bytes: inout [UInt8]) {
    var value = value
    while value > 0x7F {
      bytes.append(UInt8(value & 0x7F) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  private static func read(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value >= 0 ? value : nil }
    }
    return nil
  }
}
