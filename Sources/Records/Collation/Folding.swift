internal import CHikidashiICU
internal import Glibc
internal import HikidashiBase

/// Folds text scalar by scalar so that texts that a collation takes as equal become the same bytes
/// where possible. Searches for `contains`, prefix and suffix compare folded text.
///
/// Case, width and compatibility forms are folded by Unicode's NFKC_Casefold; small kana becomes
/// large, katakana hiragana (unless kana is distinguished), and where accents are ignored combining
/// marks are dropped. What is equal only in its place (カー and カア in Japanese, å and aa in Danish)
/// stays different.
///
/// - Source: Unicode Standard Annex #15 (normalization forms) and UTS #44 (NFKC_Casefold).
// @unchecked: threads fill the table with the same words, which are read and written whole.
final class Folding: @unchecked Sendable {
  /// What a scalar folds to: up to six bytes, the first in the lowest bits; their count; flags.
  typealias Entry = UInt64

  static let known: Entry = 1 << 63
  /// The scalar may combine with the text before it.
  static let joins: Entry = 1 << 62
  /// The scalar folds to more than six bytes.
  static let long: Entry = 1 << 61
  static let countShift: Entry = 48

  /// Scalars beyond these are looked up in ICU each time.
  private static let scalars = 0x4_0000

  let kana: Collation.Kana
  let accents: Collation.Accents
  /// Whether I and i are different letters (I and ı, İ and i are pairs): Turkish, Azerbaijani.
  let isTurkic: Bool
  private let handle: OpaquePointer
  /// Mapped zeros, of which only what is used takes memory.
  private let entries: UnsafeMutablePointer<UInt64>
  /// Kana with voicing marks, see ``voiced(_:_:)``.
  private let pairs: UnsafeMutablePointer<UInt64>
  private static let fullKana: ClosedRange<UInt32> = 0x3041...0x30FF
  private static let halfKana: ClosedRange<UInt32> = 0xFF66...0xFF9D
  private static let pairCount = (fullKana.count + halfKana.count) * 4

  init?(kana: Collation.Kana, accents: Collation.Accents, isTurkic: Bool) {
    var error: Int32 = 0
    guard let handle = hk_folding_shared(&error),
      let memory = calloc(Self.scalars, MemoryLayout<UInt64>.stride)
    else { return nil }
    self.kana = kana
    self.accents = accents
    self.isTurkic = isTurkic
    self.handle = handle
    entries = memory.bindMemory(to: UInt64.self, capacity: Self.scalars)
    pairs = .allocate(capacity: Self.pairCount)
    pairs.initialize(repeating: 0, count: Self.pairCount)
  }

  deinit {
    free(entries)
    pairs.deallocate()
  }

  /// Whether ASCII folds by turning A to Z into a to z, and to ASCII.
  var foldsASCIIByCase: Bool { !isTurkic }

  @inline(__always)
  func entry(_ scalar: UInt32) -> Entry {
    guard scalar < Self.scalars else { return slowEntry(scalar) }
    let entry = hk_load_word(entries + Int(scalar))
    return entry != 0 ? entry : learn(scalar)
  }

  @inline(never)
  private func learn(_ scalar: UInt32) -> Entry {
    let entry = slowEntry(scalar)
    hk_store_word(entries + Int(scalar), entry)
    return entry
  }

  private func slowEntry(_ scalar: UInt32) -> Entry {
    let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    let folded = withBytes(of: String(Character(character))) { foldPiece($0) }
    return Self.known | packed(folded)
      | (hk_folds_apart(handle, character.value) ? 0 : Self.joins)
  }

  private func packed(_ folded: [UInt8]) -> Entry {
    guard folded.count <= 6 else { return Self.long }
    var entry: Entry = 0
    for (index, byte) in folded.enumerated() { entry |= Entry(byte) << Entry(index * 8) }
    return entry | Entry(folded.count) << Self.countShift
  }

  /// What kana and a voicing mark behind it fold to, of full or half width: nearly all pieces of two
  /// scalars that Japanese text has. Nil for other scalars.
  @inline(__always)
  func voiced(_ kana: UInt32, _ mark: UInt32) -> Entry? {
    let isHalf = mark &- 0xFF9E < 2
    guard isHalf || mark &- 0x3099 < 2 else { return nil }
    let form = isHalf ? mark - 0xFF9E : mark - 0x3099 + 2
    let index: UInt32
    if Self.halfKana.contains(kana) {
      index = kana - Self.halfKana.lowerBound
    } else if Self.fullKana.contains(kana) {
      index = kana - Self.fullKana.lowerBound + UInt32(Self.halfKana.count)
    } else {
      return nil
    }
    let word = pairs + Int(index * 4 + form)
    let known = hk_load_word(word)
    let entry = known != 0 ? known : learn(kana, mark, at: word)
    return entry & Self.long == 0 ? entry : nil
  }

  @inline(never)
  private func learn(
    _ kana: UInt32, _ mark: UInt32, at word: UnsafeMutablePointer<UInt64>
  ) -> Entry {
    var text = String.UnicodeScalarView()
    for value in [kana, mark] { text.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
    let entry = Self.known | packed(withBytes(of: String(text)) { foldPiece($0) })
    hk_store_word(word, entry)
    return entry
  }

  /// Folds text that does not combine with what stands before or behind it.
  func foldPiece(_ text: UTF8Bytes) -> [UInt8] {
    let letters = isTurkic ? KanaFolding.withTurkicLetters(text) : nil
    let folded = letters.map { $0.withUnsafeBufferPointer { normalized($0) } } ?? normalized(text)
    return KanaFolding.folded(folded, keepsKatakana: kana == .distinguished)
  }

  private func normalized(_ text: UTF8Bytes) -> [UInt8] {
    var error: Int32 = 0
    var needed = text.count * 3 + 64
    while true {
      let capacity = needed
      let folded = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = Int(
          hk_fold(
            handle, text.baseAddress, Int32(clamping: text.count), accents == .ignored,
            buffer.baseAddress, Int32(clamping: capacity), &error))
        count = error > 0 ? 0 : max(0, min(needed, capacity))
      }
      // ICU fails for want of memory, or of room in its 32-bit lengths: then text is left as it is.
      if error > 0 { return Array(text) }
      if needed <= capacity { return folded }
    }
  }
}

// MARK: - Shared

/// The foldings that were made, by their kind.
///
/// There are at most eight; each fills a table as it is used, which is worth keeping for all fields
/// and searches of the process. It is guarded.
private let made = Guarded<[FoldingKind: Folding]>([:])

private struct FoldingKind: Hashable {
  let kana: Collation.Kana
  let accents: Collation.Accents
  let isTurkic: Bool
}

extension Folding {
  /// The folding of a localized collation; nil for the binary one.
  static func shared(for collation: Collation) -> Folding? {
    guard case .localized(let locale, let kana, let accents, _) = collation else { return nil }
    let language = LocaleName.icu(locale).prefix { $0 != "_" && $0 != "@" }
    let kind = FoldingKind(
      kana: kana, accents: accents, isTurkic: language == "tr" || language == "az")
    return made.withLock { made in
      if let found = made[kind] { return found }
      let folding = Folding(kana: kind.kana, accents: kind.accents, isTurkic: kind.isTurkic)
      made[kind] = folding
      return folding
    }
  }
}

// MARK: - Text

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
