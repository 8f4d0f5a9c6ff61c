extension Folding {
  /// Writes the folded text as far as there is room.
  ///
  /// - Returns: How many bytes the folded text has; when that is more than `capacity`, not all of it
  ///   was written.
  /// - Complexity: O(length).
  func fold(_ text: UTF8Bytes, into: UnsafeMutablePointer<UInt8>, capacity: Int) -> Int {
    guard let start = text.baseAddress, !text.isEmpty else { return 0 }
    var output = FoldOutput(into, capacity)
    let end = text.count
    let ascii = foldsASCIIByCase
    var at = 0
    // The last scalar, to which a mark may still be joined: where it began, here and in the output.
    var piece = (input: 0, output: 0, scalar: 0 as UInt32)
    while at < end {
      if ascii {
        let before = at
        output.takeASCII(start, &at, end)
        if at > before { piece = (at - 1, output.count - 1, 0) }
        if at == end { break }
      }
      let input = at
      let scalar = ScalarReader.next(start, &at, end)
      let entry = entry(scalar)
      if entry & (Self.joins | Self.long) == 0 {
        piece = (input, output.count, scalar)
        output.take(entry)
      } else if let voiced = voiced(piece.scalar, scalar) {
        // The piece begins where it did: more marks may follow.
        piece.scalar = 0
        output.count = piece.output
        output.take(voiced)
      } else {
        if entry & Self.joins == 0 || input == 0 { piece = (input, output.count, 0) }
        at = pieceEnd(start, from: at, end)
        output.count = piece.output
        output.take(foldPiece(UTF8Bytes(start: start + piece.input, count: at - piece.input)))
        piece.scalar = 0
      }
    }
    return output.count
  }

  /// Where the piece that goes on at `from` ends.
  private func pieceEnd(_ start: UnsafePointer<UInt8>, from: Int, _ end: Int) -> Int {
    var at = from
    while at < end {
      let next = at
      if entry(ScalarReader.next(start, &at, end)) & Self.joins == 0 { return next }
    }
    return end
  }

  /// The folded text.
  func fold(_ text: UTF8Bytes) -> [UInt8] {
    var needed = text.count * 2 + 16
    while true {
      let capacity = needed
      let folded = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        needed = fold(text, into: start, capacity: capacity)
        count = min(needed, capacity)
      }
      if needed <= capacity { return folded }
    }
  }

  func fold(_ text: String) -> [UInt8] { withBytes(of: text) { fold($0) } }
}

/// Memory that folded text is written to, and how much would have been written were it larger.
struct FoldOutput {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The last place with room for eight bytes.
  private let lastWhole: Int
  var count = 0

  @inline(__always)
  init(_ start: UnsafeMutablePointer<UInt8>, _ capacity: Int) {
    self.start = start
    self.capacity = capacity
    lastWhole = capacity - 8
  }

  /// Takes ASCII as long as it goes on, eight bytes at a time and then one by one.
  @inline(__always)
  mutating func takeASCII(_ text: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int) {
    let high: UInt64 = 0x8080_8080_8080_8080
    while at &+ 8 <= end {
      let word = UnsafeRawPointer(text + at).loadUnaligned(as: UInt64.self)
      guard word & high == 0 else { break }
      put(Self.small(word), 8)
      at &+= 8
    }
    while at < end, text[at] < 0x80 {
      let byte = text[at]
      let isCapital = byte &- 0x41 < 26
      put(UInt64(isCapital ? byte | 0x20 : byte), 1)
      at &+= 1
    }
  }

  /// Eight ASCII characters with A to Z turned into a to z.
  @inline(__always)
  static func small(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let fromA = word &+ ones &* (0x80 - 0x41)
    let behindZ = word &+ ones &* (0x80 - 0x5B)
    return word | (fromA & ~behindZ & (ones &* 0x80)) >> 2
  }

  @inline(__always)
  mutating func take(_ entry: Folding.Entry) {
    put(entry & 0xFFFF_FFFF_FFFF, Int(entry >> Folding.countShift & 7))
  }

  mutating func take(_ bytes: [UInt8]) {
    for byte in bytes { put(UInt64(byte), 1) }
  }

  @inline(__always)
  private mutating func put(_ word: UInt64, _ bytes: Int) {
    if count <= lastWhole {
      UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    } else {
      putSlowly(word, bytes)
    }
    count &+= bytes
  }

  @inline(never)
  private func putSlowly(_ word: UInt64, _ bytes: Int) {
    for index in 0..<bytes where count + index < capacity {
      start[count + index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
    }
  }
}
