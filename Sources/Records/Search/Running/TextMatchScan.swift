internal import CHikidashiScan

/// Text that contains another at its beginning, at its end, anywhere, or as a word.
struct TextMatchScan: Scan {
  let field: Int
  let place: MatchPlace
  let needle: TextNeedle
  /// How text is folded before it is compared; nil compares bytes.
  let folding: Folding?
  /// A filter that rules out texts before they are folded.
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
