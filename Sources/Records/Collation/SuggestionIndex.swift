internal import Glibc

/// Texts that are suggested for what a person types, the best first.
///
/// Texts are compared as in ``WordIndex``: case, width and accents do not count, nor do hiragana and katakana.
///
/// ```swift
/// let cities = SuggestionIndex(["New York", "Newark", "York", "Yorkshire", "Cork"])
/// cities.suggestions(for: "york")         // ["York", "Yorkshire", "New York"]
/// cities.suggestions(for: "new y")        // ["New York"]
/// ```
public struct SuggestionIndex: Sendable {
  /// The texts in the order in which they are suggested, each once.
  private let texts: [String]
  /// The same texts, folded.
  private let folded: WordIndex

  /// Creates an index of texts; one that comes twice is suggested once, and empty ones never are.
  ///
  /// - Complexity: O(*n* log *n*): a million texts of 20 letters take about a second, so make it on another
  ///   thread than the main one.
  public init(_ texts: some Sequence<String>) {
    let texts = texts.filter { !$0.isEmpty }
    let index = WordIndex(texts)
    let order = Self.order(of: texts, index)
    self.texts = order.map { texts[$0] }
    folded = WordIndex(index, at: order)
  }

  /// The number of different texts.
  public var count: Int { texts.count }

  /// Returns the texts that have all words that were typed, the best first.
  ///
  /// First come those that begin with what was typed, then those in which each word is the beginning of a word,
  /// then all others. Among equals the order is that of their letters. Where nothing was typed, these are the
  /// first of all texts.
  ///
  /// - Parameters:
  ///   - typed: What was typed so far.
  ///   - limit: The greatest number of texts to return.
  /// - Complexity: O(log *n*) where enough texts begin with what was typed, and otherwise O(*n*) at the speed of
  ///   a scan of memory.
  public func suggestions(for typed: String, limit: Int = 20) -> [String] {
    guard let typed = Self.folded(typed), limit > 0 else { return [] }
    var places = begun(by: typed, limit: limit)
    if places.count < limit, !typed.isEmpty { addOthers(to: &places, typed, limit) }
    return places.map { texts[$0] }
  }

  /// Returns the first texts that begin with what was typed.
  ///
  /// - Complexity: O(log *n*)
  package func beginning(with typed: String, limit: Int) -> [String] {
    guard let typed = Self.folded(typed) else { return [] }
    return begun(by: typed, limit: limit).map { texts[$0] }
  }

  /// What was typed, folded, without spaces before it; nil where no text can have it.
  private static func folded(_ typed: String) -> [UInt8]? {
    let bytes = WordFolding.folded(typed).drop { $0 == 0x20 }
    return bytes.contains(WordIndex.separator) ? nil : Array(bytes)
  }

  private func begun(by typed: [UInt8], limit: Int) -> [Int] {
    let first = firstPlace(from: typed)
    return Array(
      (first..<texts.count).prefix(max(limit, 0)).prefix { place in
        folded.bytes[range(of: place)].starts(with: typed)
      })
  }

  // MARK: - Order

  /// The places of different texts, in the order of their folded letters.
  private static func order(of texts: [String], _ index: WordIndex) -> [Int] {
    let order = index.bytes.withUnsafeBufferPointer { bytes in
      var places = texts.indices.map { place in
        (head: head(bytes, index.starts[place], index.starts[place + 1]), place: place)
      }
      places.sort { one, other in
        if one.head != other.head { return one.head < other.head }
        let result = compared(one.place, other.place, bytes, index.starts)
        return result == 0 ? texts[one.place] < texts[other.place] : result < 0
      }
      return places.map(\.place)
    }
    // Texts that are equal stand beside one another now.
    return order.indices.compactMap { number in
      number > 0 && texts[order[number]] == texts[order[number - 1]] ? nil : order[number]
    }
  }

  /// The first eight letters as one number of the same order.
  private static func head(_ bytes: UTF8Bytes, _ start: Int, _ end: Int) -> UInt64 {
    var head: UInt64 = 0
    for place in start..<start + 8 {
      head = head << 8 | (place < end ? UInt64(bytes[place]) : 0)
    }
    return head
  }

  private static func compared(
    _ one: Int, _ other: Int, _ bytes: UTF8Bytes, _ starts: [Int]
  ) -> Int32 {
    guard let base = bytes.baseAddress else { return 0 }
    let (own, others) = (starts[one + 1] - starts[one], starts[other + 1] - starts[other])
    let result = memcmp(base + starts[one], base + starts[other], min(own, others))
    return result != 0 || own == others ? result : own < others ? -1 : 1
  }

  /// The first text that does not come before `bytes`, by halving.
  private func firstPlace(from bytes: [UInt8]) -> Int {
    var (low, high) = (0, texts.count)
    while low < high {
      let middle = (low + high) / 2
      if folded.bytes[range(of: middle)].lexicographicallyPrecedes(bytes) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The letters of a text, without the separator.
  private func range(of place: Int) -> Range<Int> {
    folded.starts[place]..<folded.starts[place + 1] - 1
  }

  // MARK: - Words

  /// Adds texts that have the words elsewhere.
  private func addOthers(to places: inout [Int], _ typed: [UInt8], _ limit: Int) {
    let words = typed.split(separator: 0x20).map(Array.init)
    // The longest is in the fewest texts.
    guard let longest = words.max(by: { $0.count < $1.count }) else { return }
    let wanted = limit - places.count
    let begun = Set(places)
    var (atWords, within): ([Int], [Int]) = ([], [])
    folded.find(longest) { place in
      guard !begun.contains(place) else { return true }
      switch find(words, in: range(of: place)) {
      case .atWords: atWords.append(place)
      case .within where within.count < wanted: within.append(place)
      default: break
      }
      return atWords.count < wanted
    }
    places += (atWords + within).prefix(wanted)
  }

  private enum Found { case atWords, within, nowhere }

  /// Whether a text has all words, and whether each begins a word of it.
  private func find(_ words: [[UInt8]], in text: Range<Int>) -> Found {
    var found = Found.atWords
    for word in words {
      switch find(word, in: text) {
      case .atWords: break
      case .within: found = .within
      case .nowhere: return .nowhere
      }
    }
    return found
  }

  private func find(_ word: [UInt8], in text: Range<Int>) -> Found {
    guard text.count >= word.count else { return .nowhere }
    return folded.bytes.withUnsafeBufferPointer { bytes in
      var found = Found.nowhere
      for start in text.lowerBound...text.upperBound - word.count {
        guard bytes[start] == word[0], bytes[start..<start + word.count].elementsEqual(word) else {
          continue
        }
        if start == text.lowerBound || Self.isGap(bytes[start - 1]) { return .atWords }
        found = .within
      }
      return found
    }
  }

  /// Whether a byte stands between words: what is neither a letter nor a digit of ASCII.
  private static func isGap(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x80...: false
    default: true
    }
  }
}
