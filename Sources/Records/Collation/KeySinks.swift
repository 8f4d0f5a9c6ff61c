/// Receives the first 64 bits of a key.
struct PrefixSink: ElementSink {
  private let first: UnsafePointer<KeyCode.Word>
  private let second: UnsafePointer<KeyCode.Word>
  private(set) var bits: UInt64 = 0
  /// How many bits were offered, of which the first 64 are held.
  private(set) var used: UInt64 = 0
  /// Whether all elements have a primary weight and the common secondary one, and none ends a part.
  private(set) var isPlain = true

  @inline(__always)
  init(_ code: KeyCode) {
    first = UnsafePointer(code.first)
    second = UnsafePointer(code.second)
  }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    guard primary != 0 else {
      if secondary != 0 { isPlain = false }
      return true
    }
    if secondary != ElementTable.commonSecondary || primary == WeightSink.partEnd {
      isPlain = false
    }
    append(first[Int(primary >> 16)])
    if primary & 0xFFFF != 0 { append(second[Int(primary & 0xFFFF)]) }
    return used < 64
  }

  @inline(__always)
  mutating func append(_ word: KeyCode.Word) {
    append(
      bits: UInt64(word & ~KeyCode.lengthMask) << 32, count: UInt64(word & KeyCode.lengthMask))
  }

  @inline(__always)
  mutating func append(bits left: UInt64, count: UInt64) {
    if used < 64 { bits |= left &>> used }
    used &+= count
  }
}

/// Writes primary weights to a window and keeps the secondary ones that are not common.
struct KeySink: ElementSink {
  private let first: UnsafePointer<KeyCode.Word>
  private let second: UnsafePointer<KeyCode.Word>
  var window: BitWindow
  private let secondaries: SecondaryWeights
  /// Common secondary weights since the last that was not.
  private(set) var run = 0
  /// Elements with a primary weight.
  private(set) var letters = 0

  init(_ code: KeyCode, _ window: BitWindow, _ secondaries: SecondaryWeights) {
    first = UnsafePointer(code.first)
    second = UnsafePointer(code.second)
    self.window = window
    self.secondaries = secondaries
  }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if secondary == ElementTable.commonSecondary {
      run &+= 1
    } else if secondary != 0 {
      secondaries.add(.init(run: UInt32(truncatingIfNeeded: run), weight: UInt16(secondary)))
      run = 0
    }
    guard primary != 0 else { return true }
    letters &+= 1
    window.append(first[Int(primary >> 16)])
    if primary & 0xFFFF != 0 { window.append(second[Int(primary & 0xFFFF)]) }
    return !window.isFull
  }
}

/// Secondary weights that are not the common one, in memory that is used again and again.
final class SecondaryWeights {
  private var items: UnsafeMutableBufferPointer<SecondaryCode.Odd> = .allocate(capacity: 64)
  private var count = 0

  deinit { items.deallocate() }

  var odd: UnsafeBufferPointer<SecondaryCode.Odd> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(items)[..<count])
  }

  func removeAll() { count = 0 }

  func add(_ item: SecondaryCode.Odd) {
    if count == items.count {
      let larger = UnsafeMutableBufferPointer<SecondaryCode.Odd>.allocate(capacity: count * 2)
      _ = larger.update(fromContentsOf: items)
      items.deallocate()
      items = larger
    }
    items[count] = item
    count += 1
  }
}

/// Receives all secondary weights, with a zero at the end of each part.
struct WeightSink: ElementSink {
  /// The primary weight of U+FFFE, which ends parts of a string that are compared one by one.
  ///
  /// - Source: UTS #35, part 5, "U+FFFE".
  static let partEnd: UInt32 = 0x0200_0000

  var weights: [UInt16] = []

  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if primary == Self.partEnd {
      weights.append(0)
    } else if secondary != 0 {
      weights.append(UInt16(secondary))
    }
    return true
  }
}

/// Hashes the collation elements of a string: equal for strings that are equal under the collation.
struct HashSink: ElementSink {
  private var primaries: UInt64
  private var secondaries: UInt64 = 0
  private var run: UInt64 = 0

  private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93

  @inline(__always)
  init(seed: UInt64) { primaries = seed }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if primary != 0 { primaries = TextHash.fold(primaries ^ UInt64(primary), Self.first) }
    if secondary == ElementTable.commonSecondary {
      run &+= 1
    } else if secondary != 0 {
      secondaries = TextHash.fold(
        secondaries ^ run << 16 ^ UInt64(secondary) ^ Self.first, Self.second)
      run = 0
    }
    return true
  }

  /// The hash, with the secondary weights or without.
  @inline(__always)
  func value(accents: Bool) -> UInt64 {
    guard accents else { return TextHash.fold(primaries ^ Self.second, Self.first) }
    return TextHash.fold(primaries ^ Self.second, secondaries ^ run &* Self.second ^ Self.first)
  }
}
