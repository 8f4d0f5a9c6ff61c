internal import CScan

/// Text that holds another at its beginning, at its end, anywhere, or as a word.
struct TextMatchScan: Scan {
  let field: Int
  let place: MatchPlace
  let needle: TextNeedle
  /// How text is folded before it is compared; nil compares bytes.
  let folding: Folding?
  /// What keeps texts from being folded in vain.
  let sieve: TextSieve?

  init(field: Int, place: MatchPlace, needle: [UInt8], folding: Folding?) {
    self.field = field
    self.place = place
    self.needle = TextNeedle(needle)
    self.folding = folding
    sieve = folding.flatMap { TextSieve(needle, $0) }
  }

  var cost: Double {
    switch (place, folding == nil) {
    case (.start, true), (.end, true): 2
    case (_, true): 3
    case (_, false): 20
    }
  }

  var summary: String { folding == nil ? "bytes" : "case and width ignored" }

  func narrow(_ places: PlaceWords, in column: Column, chunk index: Int, _ tools: ScanTools) {
    guard case .texts(let chunks) = column else { return places.clear() }
    let chunk = chunks[index]
    guard let folding else { return match(RawTexts(chunk), needle, places) }
    if needle.isEmpty { return place == .word ? places.clear() : () }
    if let kept = tools.foldings?.texts(of: chunk, at: index, field: field) {
      return match(OrderedTexts(kept), needle, places)
    }
    if folding.foldsASCIIByCase, hk_text_is_ascii(chunk.arena, chunk.arenaCount) {
      // ASCII is folded by its letters' case alone, and to ASCII alone.
      return needle.isASCII ? match(RawTexts(chunk), needle.ignoringCase, places) : places.clear()
    }
    if tools.foldings?.keeps(field) == true {
      let kept = keep(chunk, at: index, folding, tools)
      return match(OrderedTexts(kept), needle, places)
    }
    let raw = RawTexts(chunk)
    if let sieve, raw.isOrdered, places.population > chunk.count / 16 { sieve.narrow(places, raw) }
    tools.folded.fold(chunk, places, by: folding)
    match(OrderedTexts(tools.folded), needle, places)
  }

  private func keep(
    _ chunk: TextChunk, at index: Int, _ folding: Folding, _ tools: ScanTools
  ) -> FoldedChunk {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: ChunkLayout.words) { words in
      words.initialize(repeating: ~0)
      // The allocation is never empty.
      tools.folded.fold(chunk, words.baseAddress.unsafelyUnwrapped, by: folding)
    }
    let kept = FoldedChunk(chunk, tools.folded)
    tools.foldings?.keep(kept, at: index, field: field)
    return kept
  }

  private func match(_ texts: some PlacedTexts, _ needle: TextNeedle, _ places: PlaceWords) {
    needle.withNeedle { needle in
      switch place {
      case .start:
        places.filter { texts.bytes(at: $0).begins(with: needle) }
      case .end:
        places.filter { texts.bytes(at: $0).ends(with: needle) }
      case .anywhere, .word:
        if texts.isOrdered, places.population > texts.count / 16 {
          findAlong(texts, needle, places)
        } else {
          places.filter { find(needle, in: texts.bytes(at: $0)) }
        }
      }
    }
  }

  /// Looks through all texts at once, as they lie one behind the other.
  private func findAlong(
    _ texts: some PlacedTexts, _ needle: UnsafePointer<hk_needle>, _ places: PlaceWords
  ) {
    withPlaceWords(copying: places) { open in
      places.clear()
      let length = needle.pointee.count
      var at = 0
      var place = 0
      while true {
        at += hk_text_find(texts.arena + at, texts.arenaCount - at, needle)
        guard at < texts.arenaCount else { return }
        place = texts.place(at: at, from: place)
        guard place < texts.count else { return }
        let start = texts.start(of: place)
        let end = texts.end(of: place)
        guard start <= at, at + length <= end,
          open[place >> 6] >> UInt64(place & 63) & 1 != 0,
          isAccepted(texts.bytes(at: place), from: at - start, to: at - start + length)
        else {
          at += 1
          continue
        }
        places[place >> 6] |= 1 << UInt64(place & 63)
        at = end
      }
    }
  }

  private func find(_ needle: UnsafePointer<hk_needle>, in text: UTF8Bytes) -> Bool {
    guard let start = text.baseAddress else { return false }
    let length = needle.pointee.count
    var at = 0
    while true {
      at += hk_text_find(start + at, text.count - at, needle)
      guard at < text.count else { return false }
      if isAccepted(text, from: at, to: at + length) { return true }
      at += 1
    }
  }

  @inline(__always)
  private func isAccepted(_ text: UTF8Bytes, from start: Int, to end: Int) -> Bool {
    place != .word || WordBoundary.isWord(text, from: start, to: end)
  }
}

/// What is looked for in text, as bytes.
struct TextNeedle: Sendable {
  let bytes: [UInt8]
  private let loose: [UInt8]

  init(_ bytes: [UInt8]) { self.init(bytes, loose: [UInt8](repeating: 0, count: bytes.count)) }

  private init(_ bytes: [UInt8], loose: [UInt8]) {
    self.bytes = bytes
    self.loose = loose
  }

  var isEmpty: Bool { bytes.isEmpty }
  var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// The same, which is in small letters, for text with large ones too.
  var ignoringCase: TextNeedle {
    TextNeedle(bytes, loose: bytes.map { (0x61...0x7A).contains($0) ? 0x20 : 0 })
  }

  /// - Precondition: The needle is not empty.
  func withNeedle(_ body: (UnsafePointer<hk_needle>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      loose.withUnsafeBufferPointer { loose in
        guard let start = bytes.baseAddress, let looseStart = loose.baseAddress else { return }
        var needle = hk_needle(
          bytes: start, loose: looseStart, count: bytes.count, first_rare: 0, second_rare: 0)
        hk_needle_prepare(&needle)
        body(&needle)
      }
    }
  }
}

/// Texts by their places, in one arena.
protocol PlacedTexts {
  var arena: UnsafePointer<UInt8> { get }
  var arenaCount: Int { get }
  var count: Int { get }
  /// Whether texts lie in order of their places, so that a place's end is never before an earlier
  /// one's; empty texts may lie anywhere.
  var isOrdered: Bool { get }
  func start(of place: Int) -> Int
  func end(of place: Int) -> Int
}

extension PlacedTexts {
  @inline(__always)
  func bytes(at place: Int) -> UTF8Bytes {
    let start = start(of: place)
    return UTF8Bytes(start: arena + start, count: end(of: place) - start)
  }

  /// The first place from `place` on whose text goes on behind `offset`; ``count`` if there is none.
  @inline(__always)
  func place(at offset: Int, from place: Int) -> Int {
    var place = place
    // An empty text may lie anywhere, further on too.
    while place < count, end(of: place) <= offset || end(of: place) == start(of: place) {
      place += 1
    }
    return place
  }
}

struct RawTexts: PlacedTexts {
  let arena: UnsafePointer<UInt8>
  let arenaCount: Int
  let count: Int
  let isOrdered: Bool
  private let slots: UnsafeMutablePointer<TextSlot>

  init(_ chunk: TextChunk) {
    arena = UnsafePointer(chunk.arena)
    arenaCount = chunk.arenaCount
    count = chunk.count
    slots = chunk.slots
    isOrdered = Self.isOrdered(chunk)
  }

  @inline(__always)
  func start(of place: Int) -> Int { Int(slots[place].offset) }

  @inline(__always)
  func end(of place: Int) -> Int { Int(slots[place].offset &+ slots[place].count) }

  private static func isOrdered(_ chunk: TextChunk) -> Bool {
    var end: UInt32 = 0
    var isOrdered = true
    for place in 0..<chunk.count {
      let slot = chunk.slots[place]
      isOrdered = isOrdered && (slot.count == 0 || slot.offset >= end)
      end = slot.count == 0 ? end : slot.offset &+ slot.count
    }
    return isOrdered
  }
}

struct OrderedTexts: PlacedTexts {
  let arena: UnsafePointer<UInt8>
  let arenaCount: Int
  let count: Int
  private let offsets: UnsafeMutablePointer<UInt32>

  init(_ texts: some FoldedTexts) {
    arena = UnsafePointer(texts.arena)
    arenaCount = Int(texts.offsets[texts.count])
    count = texts.count
    offsets = texts.offsets
  }

  var isOrdered: Bool { true }

  @inline(__always)
  func start(of place: Int) -> Int { Int(offsets[place]) }

  @inline(__always)
  func end(of place: Int) -> Int { Int(offsets[place + 1]) }
}

extension UTF8Bytes {
  @inline(__always)
  fileprivate func begins(with needle: UnsafePointer<hk_needle>) -> Bool {
    count >= needle.pointee.count && holds(needle.pointee, at: 0)
  }

  @inline(__always)
  fileprivate func ends(with needle: UnsafePointer<hk_needle>) -> Bool {
    count >= needle.pointee.count && holds(needle.pointee, at: count - needle.pointee.count)
  }

  @inline(__always)
  private func holds(_ needle: hk_needle, at place: Int) -> Bool {
    for index in 0..<needle.count
    where self[place + index] | needle.loose[index] != needle.bytes[index] {
      return false
    }
    return true
  }
}
