/// The second level of a key: weights that nearly all are the common one, as bits in their order.
///
/// A string whose weights are all common is 10. Every other begins with 0 when it comes before that
/// and with 11 when after; then come, again and again, how many common weights stand before the
/// next one that is not, and that one. A weight below the common one (or the end of the string)
/// comes the earlier the fewer stand before it, one above it the later.
///
/// - Source: the idea is that of ICU's sort keys, which count runs of common weights likewise.
struct SecondaryCode {
  /// A weight that is not the common one, and how many common ones stand before it.
  struct Odd: BitwiseCopyable {
    var run: UInt32
    var weight: UInt16
  }

  /// How the weights of a string without odd ones are written: two bits.
  static let plain: UInt64 = 0b10 << 62
  private static let common = UInt16(ElementTable.commonSecondary)

  private(set) var window: BitWindow

  init(_ window: BitWindow) { self.window = window }

  /// Appends the weights of a string.
  ///
  /// - Parameters:
  ///   - odd: Those that are not common.
  ///   - rest: How many common ones come behind the last of them.
  ///   - letters: How many elements have a primary weight.
  mutating func append(_ odd: UnsafeBufferPointer<Odd>, rest: Int, letters: Int) {
    let run = odd.first.map { Int($0.run) } ?? rest
    if odd.isEmpty, rest == letters {
      window.append(Self.plain, 2)
      return
    }
    // The end of the string is less than any weight.
    let comesFirst = run < letters && (odd.first?.weight ?? 0) < Self.common
    if comesFirst { window.append(0, 1) } else { window.append(0b11 << 62, 2) }
    appendRuns(odd, rest: rest)
  }

  /// Appends the weights of parts that are each compared from their last to their first; each ends
  /// in a zero.
  mutating func append(reversing weights: UnsafeBufferPointer<UInt16>, letters: Int) {
    let parts = weights.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    for part in parts {
      var odd: [Odd] = []
      var run: UInt32 = 0
      for weight in part.reversed() {
        if weight == Self.common {
          run += 1
        } else {
          odd.append(Odd(run: run, weight: weight))
          run = 0
        }
      }
      odd.withUnsafeBufferPointer { odd in
        if parts.count == 1 {
          append(odd, rest: Int(run), letters: letters)
        } else {
          // Strings that are equal so far have as many parts: none of them has the short form.
          window.append(0b11 << 62, 2)
          appendRuns(odd, rest: Int(run))
        }
      }
    }
  }

  private mutating func appendRuns(_ odd: UnsafeBufferPointer<Odd>, rest: Int) {
    for item in odd {
      if window.isFull { return }
      if item.weight < Self.common {
        appendLow(UInt64(item.run))
        window.append(1 << 63, 1)
      } else {
        appendHigh(UInt64(item.run))
      }
      window.append(UInt64(item.weight) << 48, 16)
    }
    appendLow(UInt64(rest))
    window.append(0, 1)
  }

  /// Appends 0 and the run in a code that ascends with it: as many ones as it has bits, a zero, and
  /// its bits without the first.
  private mutating func appendLow(_ run: UInt64) {
    window.append(0, 1)
    let width = Self.width(run)
    window.append(~0 << UInt64(64 - width), width)
    window.append(0, 1)
    window.append((run + 1) << UInt64(64 - width), width)
  }

  /// Appends 1 and the inverted code of the run, which descends.
  private mutating func appendHigh(_ run: UInt64) {
    window.append(1 << 63, 1)
    let width = Self.width(run)
    window.append(0, width)
    window.append(1 << 63, 1)
    window.append(~((run + 1) << UInt64(64 - width)) & ~0 << UInt64(64 - width), width)
  }

  /// Bits of `run` + 1 without the first.
  private static func width(_ run: UInt64) -> Int { 63 - (run + 1).leadingZeroBitCount }
}
