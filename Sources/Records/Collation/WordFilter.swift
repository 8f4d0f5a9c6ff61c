internal import CHikidashiScan

/// Tests whether a text contains given words, compared as ``WordIndex`` compares them.
package struct WordFilter: Sendable {
  private let words: [TextNeedle]

  /// Makes a filter of the words of a text, which are separated by spaces.
  package init(_ text: String) {
    words = WordIndex.words(of: text).map { TextNeedle(Array($0.utf8)).ignoringCase }
  }

  /// Whether there are no words, so that every text matches.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether the text contains all words. O(its length × words).
  package func matches(_ text: String) -> Bool {
    guard !isEmpty else { return true }
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return false }
      if hk_text_is_ascii(start, bytes.count) { return hasAll(in: bytes) }
      let folded = WordFolding.folded(String(decoding: bytes, as: UTF8.self))
      return folded.withUnsafeBufferPointer { hasAll(in: $0) }
    }
  }

  /// - Parameter text: Folded, or ASCII in any case.
  private func hasAll(in text: UTF8Bytes) -> Bool {
    // The scan reads a little behind the text.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + TextNeedle.margin) {
      copy in
      copy.initialize(repeating: 0)
      _ = copy.update(fromContentsOf: text)
      guard let start = copy.baseAddress else { return false }
      return words.allSatisfy { word in
        var isFound = false
        word.withNeedle { isFound = hk_text_find(start, text.count, $0) < text.count }
        return isFound
      }
    }
  }
}
