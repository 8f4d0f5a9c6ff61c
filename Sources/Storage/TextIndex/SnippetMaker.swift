/// Finds what was looked for in a text, and the part of it to show.
struct SnippetMaker {
  /// The stems of the clauses that a snippet marks.
  struct Patterns {
    fileprivate struct Pattern {
      var stems: [[UInt8]]
      var isPrefix: Bool
      var clause: Int
    }

    fileprivate var patterns: [Pattern] = []
    fileprivate var count = 0
    /// The beginnings, in small letters, of words that are worth a look.
    private var starts: Set<UInt16> = []

    init(_ query: TextQuery, _ stem: (UnsafeBufferPointer<UInt8>) -> [UInt8]) {
      for clause in query.clauses where clause.role != .excluded {
        for (position, words) in ([clause.words] + clause.alternatives).enumerated() {
          let stems = words.map { word in
            var word = word
            return word.withUTF8(stem)
          }
          for word in stems { starts.insert(Self.start(word)) }
          for word in words { starts.insert(Self.start(Array(word.utf8))) }
          patterns.append(
            Pattern(stems: stems, isPrefix: clause.isPrefix && position == 0, clause: count))
        }
        count += 1
      }
    }

    /// The first two letters, which a stem and its word have in common, those of capitals aside.
    private static func start(_ word: some RandomAccessCollection<UInt8>) -> UInt16 {
      word.prefix(2).reduce(0) { $0 << 8 | UInt16($1 | 0x20) }
    }

    fileprivate func mayHave(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
      starts.contains(Self.start(word)) || word.contains { $0 >= 0x80 }
    }
  }

  /// A word of the text.
  private struct Word {
    var range: Range<Int>
    var stem: [UInt8]
  }

  /// Where a clause stands.
  private struct Match {
    var range: Range<Int>
    var words: Range<Int>
    var clause: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let patterns: Patterns
  private let length: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ patterns: Patterns, length: Int) {
    self.bytes = bytes
    self.patterns = patterns
    self.length = max(length, 20)
  }

  func snippet(_ stem: (UnsafeBufferPointer<UInt8>) -> [UInt8]) -> TextSnippet {
    let matches = matches(in: words(stem))
    let range = extended(densest(matches))
    return TextSnippet(
      parts: parts(of: range, matches.filter { range.contains($0.range.lowerBound) }),
      adjacency: adjacency(matches))
  }

  private func adjacency(_ matches: [Match]) -> Double {
    guard patterns.count > 1 else { return 1 }
    var pairs: Set<Int> = []
    for (position, match) in matches.enumerated() {
      for next in matches[(position + 1)...].prefix(4)
      where next.clause == match.clause + 1
        && 0...1 ~= next.words.lowerBound - match.words.upperBound
      {
        pairs.insert(match.clause)
      }
    }
    return Double(pairs.count) / Double(patterns.count - 1)
  }

  // MARK: Matches

  /// The words that may match, the others without a stem.
  private func words(_ stem: (UnsafeBufferPointer<UInt8>) -> [UInt8]) -> [Word] {
    var words: [Word] = []
    var position = 0
    while position < bytes.count {
      let start = position
      while position < bytes.count, isWord(position) { position += 1 }
      guard position > start else {
        position += 1
        continue
      }
      let word = UnsafeBufferPointer(rebasing: bytes[start..<position])
      words.append(
        Word(range: start..<position, stem: patterns.mayHave(word) ? stem(word) : []))
    }
    return words
  }

  /// Whether the byte is part of a word: of what is not ASCII, all but the signs of Latin-1 and
  /// U+2000 to U+206F, dashes and quotation marks among them.
  private func isWord(_ position: Int) -> Bool {
    let byte = bytes[position]
    guard byte >= 0x80 else { return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }
    var start = position
    while start > 0, position - start < 3, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    return bytes[start] == 0xE2 ? next != 0x80 && next != 0x81 : bytes[start] != 0xC2
  }

  private func matches(in words: [Word]) -> [Match] {
    var matches: [Match] = []
    for first in words.indices where !words[first].stem.isEmpty {
      for pattern in patterns.patterns {
        let end = first + pattern.stems.count
        guard end <= words.count, end > first else { continue }
        let isMatch = pattern.stems.indices.allSatisfy { position in
          let (stem, wanted) = (words[first + position].stem, pattern.stems[position])
          return stem == wanted
            || pattern.isPrefix && position == pattern.stems.count - 1 && stem.starts(with: wanted)
        }
        guard isMatch else { continue }
        let range = words[first].range.lowerBound..<words[end - 1].range.upperBound
        matches.append(Match(range: range, words: first..<end, clause: pattern.clause))
      }
    }
    return matches
  }

  /// The stretch with most clauses, then with most matches, of those the first.
  private func densest(_ matches: [Match]) -> Range<Int> {
    var counts = [Int](repeating: 0, count: patterns.count)
    var (first, clauses) = (0, 0)
    var best = (range: 0..<0, clauses: 0, matches: 0)
    for (last, match) in matches.enumerated() {
      counts[match.clause] += 1
      if counts[match.clause] == 1 { clauses += 1 }
      while match.range.upperBound - matches[first].range.lowerBound > length, first < last {
        counts[matches[first].clause] -= 1
        if counts[matches[first].clause] == 0 { clauses -= 1 }
        first += 1
      }
      if (clauses, last - first + 1) > (best.clauses, best.matches) {
        let range = matches[first].range.lowerBound..<match.range.upperBound
        best = (range, clauses, last - first + 1)
      }
    }
    return best.range
  }

  // MARK: What is shown

  /// The stretch with what stands around it, from the beginning of a sentence or a word.
  private func extended(_ range: Range<Int>) -> Range<Int> {
    let room = max(0, length - range.count)
    var start = max(0, range.lowerBound - room / 3)
    // A sentence that begins near is begun with.
    let reach = max(0, range.lowerBound - room * 2 / 3)
    if let sentence = sentenceStart(in: reach..<range.lowerBound) {
      start = sentence
    } else if start > 0 {
      start = wordStart(in: start..<range.lowerBound) ?? range.lowerBound
    }
    var end = min(bytes.count, max(range.upperBound, start + length))
    while end < bytes.count, end > range.upperBound, !isSpace(bytes[end]) { end -= 1 }
    while end < bytes.count, !isSpace(bytes[end]),
      bytes[end] & 0xC0 == 0x80 || end < range.upperBound
    { end += 1 }
    return start..<max(start, end)
  }

  private func sentenceStart(in range: Range<Int>) -> Int? {
    if range.lowerBound == 0 { return 0 }
    let stops = Set(".!?:".utf8)
    return range.first { position in
      position >= 2 && !isSpace(bytes[position]) && isSpace(bytes[position - 1])
        && (stops.contains(bytes[position - 2])
          || isSpace(bytes[position - 2]) && position >= 3 && stops.contains(bytes[position - 3]))
    }
  }

  private func wordStart(in range: Range<Int>) -> Int? {
    range.first { $0 == 0 || isSpace(bytes[$0 - 1]) && !isSpace(bytes[$0]) }
  }

  private func parts(of range: Range<Int>, _ matches: [Match]) -> [TextSnippet.Part] {
    var parts: [TextSnippet.Part] = []
    var pending = range.lowerBound > 0 ? Array("… ".utf8) : []
    var isMatch = false
    func end() {
      if !pending.isEmpty {
        parts.append(TextSnippet.Part(String(decoding: pending, as: UTF8.self), isMatch: isMatch))
      }
      pending = []
    }
    var next = matches[...]
    var matchEnd = 0
    for position in range {
      while let match = next.first, match.range.lowerBound <= position {
        matchEnd = max(matchEnd, match.range.upperBound)
        next.removeFirst()
      }
      if (position < matchEnd) != isMatch {
        end()
        isMatch = !isMatch
      }
      if !isSpace(bytes[position]) {
        pending.append(bytes[position])
      } else if pending.last != 0x20, !parts.isEmpty || !pending.isEmpty {
        if !pending.isEmpty || parts.last?.text.last != " " { pending.append(0x20) }
      }
    }
    while pending.last == 0x20 { pending.removeLast() }
    end()
    if range.upperBound < bytes.count { parts.append(TextSnippet.Part(" …")) }
    return parts
  }
}

@inline(__always)
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
