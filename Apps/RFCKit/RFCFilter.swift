/// Answers which entries a reader means while he or she is typing.
///
/// Number, title and authors of every entry are folded (case, width and accents do not count) into
/// one buffer when the filter is made, so that a key costs a scan of plain memory.
///
/// ```swift
/// let filter = RFCFilter(index.entries)
/// let found = filter.positions("crocker host")
/// ```
public struct RFCFilter: Sendable {
  /// Number of entries.
  public let count: Int
  private let text: [UInt8]
  /// Where each entry's text begins, and one past the last.
  private let starts: [Int]
  private let numbers: [Int]
  /// How often each byte occurs in `text`.
  private let frequency: [Int]

  /// Folds what can be searched in `entries`.
  ///
  /// - Complexity: O(*n*) in the length of the titles and authors.
  public init(_ entries: [RFCEntry]) {
    var text: [UInt8] = []
    var starts: [Int] = []
    text.reserveCapacity(entries.count * 100)
    starts.reserveCapacity(entries.count + 1)
    for entry in entries {
      starts.append(text.count)
      TextFolding.append(entry.title, to: &text)
      for author in entry.authors {
        text.append(Self.separator)
        TextFolding.append(author.name, to: &text)
      }
      text.append(Self.separator)
    }
    starts.append(text.count)
    var frequency = [Int](repeating: 0, count: 256)
    for byte in text { frequency[Int(byte)] += 1 }
    self.frequency = frequency
    self.text = text
    self.starts = starts
    count = entries.count
    numbers = entries.map(\.number)
  }

  /// No folded text or query holds it.
  private static let separator: UInt8 = 0x0A

  /// Whether each entry is meant by `query`.
  ///
  /// All words of the query must match. A word matches within title or authors; digits also match
  /// the beginning of the number; `rfc2119` and `rfc 2119` match the beginning of the number only. A
  /// query without words matches everything.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func matches(_ query: String) -> [Bool] {
    var result = [Bool](repeating: true, count: count)
    for word in RFCQuery(query).words {
      let hits = hits(word)
      for position in result.indices where !hits[position] { result[position] = false }
    }
    return result
  }

  /// The positions of the entries that are meant by `query`, ascending.
  ///
  /// - Complexity: O(*n* · *w*) in bytes of text and words.
  public func positions(_ query: String) -> [Int] {
    let matches = matches(query)
    return matches.indices.filter { matches[$0] }
  }

  private func hits(_ word: RFCQuery.Word) -> [Bool] {
    switch word {
    case .number(let prefix):
      return numbers.map(prefix.matches)
    case .text(let bytes, let prefix):
      var hits = search(bytes)
      if let prefix {
        for position in hits.indices where prefix.matches(numbers[position]) {
          hits[position] = true
        }
      }
      return hits
    }
  }

  /// Which entries hold `word`; after a hit the search goes on in the next entry.
  private func search(_ word: [UInt8]) -> [Bool] {
    var hits = [Bool](repeating: false, count: count)
    guard let search = ByteSearch(word, frequency: frequency) else { return hits }
    text.withUnsafeBufferPointer { text in
      var from = 0
      var position = 0
      while let offset = search.first(in: text, from: from) {
        while starts[position + 1] <= offset { position += 1 }
        hits[position] = true
        from = starts[position + 1]
      }
    }
    return hits
  }
}
