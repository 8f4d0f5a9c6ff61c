internal import Glibc

/// Tests whether a text contains given words, ignoring case, width and kana as searches do.
package struct WordFilter: Sendable {
  private let words: [[UInt8]]

  /// Makes a filter of the words of a text, which are separated by spaces.
  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      WordFilter.folded(String(word)) { Array($0) }
    }
  }

  /// Whether there are no words, so that every text matches.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether the text contains all words. O(its length × words).
  package func matches(_ text: String) -> Bool {
    isEmpty
      || WordFilter.folded(text) { folded in
        words.allSatisfy { WordFilter.find($0, in: folded) }
      }
  }

  private static func find(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, let start = text.baseAddress else { return word.isEmpty }
    var at = 0
    while text.count - at >= word.count {
      let room = text.count - at - word.count + 1
      guard let hit = memchr(start + at, Int32(first), room) else { return false }
      if memcmp(hit, word, word.count) == 0 { return true }
      at = UnsafeRawPointer(hit) - UnsafeRawPointer(start) + 1
    }
    return false
  }

  private static func folded<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      guard let folding = Folding.shared(for: .localized()) else { return body(bytes) }
      func fold(_ capacity: Int) -> Result? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(capacity, 1)) { buffer in
          guard let start = buffer.baseAddress else { return nil }
          let count = folding.fold(bytes, into: start, capacity: capacity)
          return count > capacity ? nil : body(UnsafeBufferPointer(start: start, count: count))
        }
      }
      // No scalar folds to more than 18 times its bytes (U+FDFA is the longest).
      return fold(bytes.count * 3 + 16) ?? fold(bytes.count * 20 + 16) ?? body(bytes)
    }
  }
}
