public import HikidashiOutlines
internal import HikidashiRecords

extension OutlineView {
  /// Keeps the rows whose text has all these words, with what is above each, so that it is seen where they
  /// belong. Words are compared as `WordIndex` compares them: case, width, accents and the two kinds of kana
  /// do not count.
  ///
  /// All that is kept is open while there are words. No words bring all rows back, open and closed as they
  /// were before.
  ///
  /// ```swift
  /// SearchField("Name") { words in view.filter(words) }
  /// ```
  ///
  /// - Parameters:
  ///   - words: Separated by spaces, in any order.
  ///   - scope: Whether what is below a row with the words is kept, too.
  /// - Complexity: O(length of all texts × words).
  public func filter(_ words: String, keeping scope: FilterScope = .ancestors) {
    let wanted = WordFilter(words)
    guard !wanted.isEmpty else { return change { $0.setFilter(nil) } }
    let text = content.text
    change { outline in
      outline.setFilter(
        { _, item in
          // Outlines are filtered where they are changed: here.
          MainActor.assumeIsolated { wanted.matches(text(item)) }
        }, keeping: scope)
    }
  }
}
