internal import CHikidashiScan
internal import HikidashiBase

/// Finds words in a long text, compared as ``WordIndex`` compares them: whatever their case, width, kana
/// and accents.
package struct TextFinder: Sendable {
  /// As many places are found at most.
  package static let most = 1_000_000

  private let needle: TextNeedle

  /// Makes a finder; nil where there is nothing to find.
  package init?(_ words: String) {
    let folded = WordFolding.folded(words)
    guard !folded.isEmpty else { return nil }
    needle = TextNeedle(folded).ignoringCase
  }

  /// Where the words stand, in Unicode scalars from the start of the text, from the first to the last.
  ///
  /// The ranges do not overlap, and have whole letters: an accent belongs to what it stands on. Of words
  /// that go on in the next line nothing is found.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isCancelled: Asked now and then; the ranges that were found until then are returned.
  /// - Complexity: O(*n*)
  package func ranges(
    in text: String, isCancelled: () -> Bool = { false }
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // The scan reads a little behind the text.
    var copy = [UInt8](text.utf8)
    let count = copy.count
    copy.append(contentsOf: repeatElement(0, count: TextNeedle.margin))
    copy.withUnsafeBufferPointer { copy in
      guard let start = copy.baseAddress, count > 0 else { return }
      let isPlain = hk_text_is_ascii(start, count) && !copy[..<count].contains(0)
      if isPlain {
        addPlain(UTF8Bytes(start: start, count: count), from: 0, to: &found)
      } else {
        var lines = FoldedLines()
        var place = 0
        for line in copy[..<count].split(separator: 0x0A, omittingEmptySubsequences: false) {
          guard found.count < Self.most, !isCancelled() else { return }
          place += add(UTF8Bytes(rebasing: line), from: place, &lines, to: &found) + 1
        }
      }
    }
    return found
  }

  /// - Returns: How many scalars the line has.
  private func add(
    _ line: UTF8Bytes, from place: Int, _ lines: inout FoldedLines, to found: inout [Range<Int>]
  ) -> Int {
    guard let start = line.baseAddress, !line.isEmpty else { return 0 }
    if hk_text_is_ascii(start, line.count), !line.contains(0) {
      addPlain(line, from: place, to: &found)
      return line.count
    }
    let count = lines.fold(line)
    lines.withBytes { bytes in
      var from = 0
      while let hit = first(in: bytes, from: from), found.count < Self.most {
        let pieces = lines.pieces(hit)
        found.append(place + pieces.places.lowerBound..<place + pieces.places.upperBound)
        from = pieces.end
      }
    }
    return count
  }

  /// ASCII is searched as it is.
  private func addPlain(_ text: UTF8Bytes, from place: Int, to found: inout [Range<Int>]) {
    var from = 0
    while found.count < Self.most, let hit = first(in: text, from: from) {
      found.append(place + hit.lowerBound..<place + hit.upperBound)
      from = hit.upperBound
    }
  }

  private func first(in text: UTF8Bytes, from: Int) -> Range<Int>? {
    guard let start = text.baseAddress, from < text.count else { return nil }
    var at = text.count - from
    needle.withNeedle { at = hk_text_find(start + from, text.count - from, $0) }
    guard at < text.count - from else { return nil }
    return from + at..<from + at + needle.bytes.count
  }
}

/// A line folded letter by letter, so that what is found in it is known in the line.
private struct FoldedLines {
  private var bytes: [UInt8] = []
  /// Folded bytes, without those behind them that a scan may read.
  private var count = 0
  /// Where each piece begins in the folded bytes, and in the line in scalars; in the end, where both end.
  private var starts: [Int] = []
  private var places: [Int] = []
  /// What single scalars fold to: up to six bytes and their count, and whether that is known.
  private var known = [UInt64](repeating: 0, count: 0x1_0000)

  /// - Returns: How many scalars the line has.
  mutating func fold(_ line: UTF8Bytes) -> Int {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    guard let start = line.baseAddress else { return 0 }
    var (at, place) = (0, 0)
    while at < line.count {
      let first = at
      let scalar = ScalarReader.next(start, &at, line.count)
      var count = 1
      while at < line.count, start[at] >= 0x80 {
        var next = at
        guard WordFolding.joins(ScalarReader.next(start, &next, line.count)) else { break }
        at = next
        count += 1
      }
      starts.append(bytes.count)
      places.append(place)
      place += count
      let piece = UTF8Bytes(rebasing: line[first..<at])
      if count == 1, scalar < known.count {
        append(scalar, piece)
      } else {
        WordFolding.append(String(decoding: piece, as: UTF8.self), to: &bytes)
      }
    }
    starts.append(bytes.count)
    places.append(place)
    count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: TextNeedle.margin))
    return place
  }

  private mutating func append(_ scalar: UInt32, _ piece: UTF8Bytes) {
    let word = known[Int(scalar)]
    if word != 0 {
      for place in 0..<word >> 48 & 7 {
        bytes.append(UInt8(truncatingIfNeeded: word >> (place * 8)))
      }
      return
    }
    let start = bytes.count
    WordFolding.append(String(decoding: piece, as: UTF8.self), to: &bytes)
    let folded = bytes[start...]
    guard folded.count <= 6 else { return }
    var made = UInt64(folded.count) << 48 | 1 << 63
    for (place, byte) in folded.enumerated() { made |= UInt64(byte) << UInt64(place * 8) }
    known[Int(scalar)] = made
  }

  /// The folded bytes, behind which the scan may read.
  func withBytes(_ body: (UTF8Bytes) -> Void) {
    bytes.withUnsafeBufferPointer { body(UTF8Bytes(rebasing: $0[..<count])) }
  }

  /// The scalars of the pieces that hold these folded bytes, and where the pieces end in the bytes.
  func pieces(_ range: Range<Int>) -> (places: Range<Int>, end: Int) {
    let first = starts.partitioningIndex { $0 > range.lowerBound } - 1
    let end = starts.partitioningIndex { $0 >= range.upperBound }
    return (places[first]..<places[end], starts[end])
  }
}
