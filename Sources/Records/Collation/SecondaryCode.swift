/// The second level of a key: weights that nearly all are the common one, as bits in their order.
///
/// A string whose weights are all common is 10. Every other begins with 0 when it comes before that
/// and with 11 when after; then come, again and again, how many common weights stand before the
/// next one that is not, and that one. A weight below the common one (or the end of the string)
/// comes the earlier the fewer stand before it, one above it the later.
///
/// - Source: the idea is that of ICU's sort keys, which count runs of common weights likewise.
struct SecondaryCode {
  private(set) var window: BitWindow

  init(_ window: BitWindow) { self.window = window }

  static let plain: UInt64 = 0b10 << 62

  /// Appends the weights of a string, of which `letters` have a primary weight.
  mutating func append(_ weights: UnsafeBufferPointer<UInt16>, letters: Int) {
    let common = UInt16(ElementTable.commonSecondary)
    let odd = weights.firstIndex { $0 != common }
    let comesFirst = odd.map { $0 < letters && weights[$0] < common } ?? (weights.count < letters)
    if odd == nil, weights.count == letters {
      window.append(Self.plain, 2)
    } else if comesFirst {
      window.append(0, 1)
      appendRuns(weights)
    } else {
      window.append(0b11 << 62, 2)
      appendRuns(weights)
    }
  }

  /// Appends the weights of parts that are each compared from their last to their first, without
  /// a short form. Each part ends in a zero.
  mutating func append(reversedParts weights: UnsafeMutableBufferPointer<UInt16>) {
    window.append(0b11 << 62, 2)
    for part in weights.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
      let reversed = Array(part.reversed())
      reversed.withUnsafeBufferPointer { appendRuns($0) }
    }
  }

  private mutating func appendRuns(_ weights: UnsafeBufferPointer<UInt16>) {
    let common = UInt16(ElementTable.commonSecondary)
    var run: UInt64 = 0
    for weight in weights {
      if window.isFull { return }
      if weight == common {
        run += 1
        continue
      }
      if weight < common {
        appendLow(run)
        window.append(1 << 63, 1)
      } else {
        appendHigh(run)
      }
      window.append(UInt64(weight) << 48, 16)
      run = 0
    }
    appendLow(run)
    window.append(0, 1)
  }

  /// 0, and the run in a code that ascends with it: as many ones as it has bits, a zero, the bits
  /// but the first.
  private mutating func appendLow(_ run: UInt64) {
    window.append(0, 1)
    let width = Self.width(run)
    window.append(~0 << UInt64(64 - width), width)
    window.append(0, 1)
    window.append(Self.tail(run, width), width)
  }

  /// 1, and the same turned round, so that it descends.
  private mutating func appendHigh(_ run: UInt64) {
    window.append(1 << 63, 1)
    let width = Self.width(run)
    window.append(0, width)
    window.append(1 << 63, 1)
    let mask: UInt64 = width == 0 ? 0 : ~0 << UInt64(64 - width)
    window.append(~Self.tail(run, width) & mask, width)
  }

  /// Bits of `run` + 1 without the first.
  private static func width(_ run: UInt64) -> Int { 63 - (run + 1).leadingZeroBitCount }

  private static func tail(_ run: UInt64, _ width: Int) -> UInt64 {
    width == 0 ? 0 : (run + 1) << UInt64(64 - width)
  }
}
