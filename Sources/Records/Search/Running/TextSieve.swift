internal import CHikidashiICU
internal import CHikidashiScan

/// Quickly rules out texts that cannot contain a needle when they are folded, so that only the
/// others need to be folded.
///
/// It picks a character of the folded needle and looks for the characters that fold to it, among
/// ASCII, kana, ideographs and forms of full and half width. A text with any other character, of
/// which there are too many to know, passes.
struct TextSieve: Sendable {
  /// UTF-8 of characters: at most three bytes each, as all of them are below U+10000.
  private let spellings: [[UInt8]]

  /// - Returns: nil when no character of the needle singles texts out.
  init?(_ needle: [UInt8], _ folding: Folding) {
    let scalars = String(decoding: needle, as: UTF8.self).unicodeScalars
    guard let anchor = scalars.filter({ Self.isKnown($0.value) }).min(by: Self.isRarer) else {
      return nil
    }
    let wanted = [anchor, Self.base(of: anchor)].map { Array(String(Character($0)).utf8) }
    var spellings: [[UInt8]] = []
    for value in Self.blocks.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let entry = folding.entry(value)
      if wanted.contains(where: { entry.mayHold($0) }) {
        spellings.append(Array(String(Character(scalar)).utf8))
      }
    }
    if Self.ideographs ~= anchor.value { spellings.append(wanted[0]) }
    self.spellings = spellings
  }

  /// The characters that are tried, besides the ideographs, which fold to themselves.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x21...0x7E, 0x3000...0x30FF, 0x31C0...0x31FF, 0xFF00...0xFFEF,
  ]

  /// They fold to themselves, and nothing else that is known folds to them.
  private static let ideographs: ClosedRange<UInt32> = 0x4000...0x9FFF

  /// Whether all characters that fold to this one are known, or pass in any case.
  private static func isKnown(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x61...0x7A, 0x3041...0x3096, 0x30A1...0x30FA, ideographs: true
    default: false
    }
  }

  /// The character that becomes this one by a mark behind it: か of が.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    var decomposes = false
    return Unicode.Scalar(hk_decomposition_start(scalar.value, &decomposes)) ?? scalar
  }

  /// Ideographs are rarer than kana, and these than letters.
  private static func isRarer(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    commonness(left) < commonness(right)
  }

  private static func commonness(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "e", "a", "o", "i", "n", "t", "s", "r": 9
    case "j", "k", "q", "v", "w", "x", "y", "z": 4
    case "a"..."z": 7
    case "0"..."9": 5
    default: scalar.value >= 0x4000 ? 1 : 3
    }
  }

  /// Clears the bits of places whose text cannot hold the needle.
  ///
  /// - Precondition: The texts lie in order.
  func narrow(_ places: PlaceWords, _ texts: RawTexts) {
    withSpellings { spellings in
      withPlaceWords(copying: places) { open in
        places.clear()
        var place = 0
        var at = 0
        while true {
          at = hk_text_find_spelling(
            texts.arena, at, texts.arenaCount, spellings, self.spellings.count)
          guard at < texts.arenaCount else { return }
          place = texts.place(at: at, from: place)
          guard place < texts.count else { return }
          places[place >> 6] |= open[place >> 6] & 1 << UInt64(place & 63)
          at = max(at + 1, texts.end(of: place))
        }
      }
    }
  }

  private func withSpellings(_ body: (UnsafePointer<hk_spelling>) -> Void) {
    let list = spellings.map { bytes in
      let byte = { (place: Int) in place < bytes.count ? bytes[place] : 0 }
      return hk_spelling(bytes: (byte(0), byte(1), byte(2)), count: UInt8(bytes.count))
    }
    list.withUnsafeBufferPointer { list in
      if let start = list.baseAddress { body(start) }
    }
  }
}

extension Folding.Entry {
  /// Whether what a character folds to holds these one to three bytes; true when it is too long to
  /// tell.
  fileprivate func mayHold(_ bytes: [UInt8]) -> Bool {
    if self & Folding.long != 0 { return true }
    let count = Int(self >> Folding.countShift & 7)
    guard bytes.count <= count else { return false }
    var wanted: UInt64 = 0
    for byte in bytes.reversed() { wanted = wanted << 8 | UInt64(byte) }
    let mask: UInt64 = 1 << UInt64(bytes.count * 8) - 1
    return (0...count - bytes.count).contains { self >> UInt64($0 * 8) & mask == wanted }
  }
}
