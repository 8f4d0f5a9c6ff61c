/// Compares the paragraphs of two sections, and their words.
enum ParagraphDifference {
  /// What is different, in order.
  ///
  /// Equal paragraphs are found first; what stands between two of them is compared word by word as a
  /// whole, so that a paragraph that was divided is no difference.
  static func changes(
    _ old: [RFCParagraph], _ new: [RFCParagraph]
  ) -> [RFCDifference.Change] {
    let (oldKeys, newKeys) = (old.map(key), new.map(key))
    let alignment = SequenceAlignment(oldKeys, newKeys)
    let (removed, inserted) = (alignment.removed, alignment.inserted)
    var changes: [RFCDifference.Change] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      let (start, begin) = (before, after)
      while removed.contains(before) { before += 1 }
      while inserted.contains(after) { after += 1 }
      if before > start || after > begin {
        if let change = change(Array(old[start..<before]), Array(new[begin..<after])) {
          changes.append(change)
        }
      } else {
        before += 1
        after += 1
      }
    }
    return changes
  }

  /// nil where only the ends of lines and paragraphs differ.
  private static func change(
    _ old: [RFCParagraph], _ new: [RFCParagraph]
  ) -> RFCDifference.Change? {
    let words = pieces(words(old), words(new))
    guard words.contains(where: { $0.fate != .kept }) else { return nil }
    return RFCDifference.Change(old: old, new: new, words: words)
  }

  private static func key(_ paragraph: RFCParagraph) -> String {
    words([paragraph]).joined(separator: " ")
  }

  private static func words(_ paragraphs: [RFCParagraph]) -> [String] {
    paragraphs.flatMap { paragraph in
      var words = paragraph.words.map(\.text)
      // The mark before an item is as the tools of the day made it.
      if words.count > 1, marks.contains(words[0]) { words[0] = "*" }
      return words
    }
  }

  private static let marks: Set<String> = ["o", "*", "-", "+", "•", "·"]

  /// The words of both, those that are gone before those that took their place.
  static func pieces(_ old: [String], _ new: [String]) -> [RFCDifference.Piece] {
    let alignment = SequenceAlignment(old, new)
    let (removed, inserted) = (alignment.removed, alignment.inserted)
    var pieces: [RFCDifference.Piece] = []
    func add(_ fate: RFCDifference.Piece.Fate, _ words: ArraySlice<String>) {
      guard !words.isEmpty else { return }
      pieces.append(RFCDifference.Piece(fate: fate, text: words.joined(separator: " ")))
    }
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      let (start, begin) = (before, after)
      while removed.contains(before) { before += 1 }
      while inserted.contains(after) { after += 1 }
      add(.removed, old[start..<before])
      add(.added, new[begin..<after])
      let kept = after
      while before < old.count, after < new.count, !removed.contains(before),
        !inserted.contains(after)
      {
        before += 1
        after += 1
      }
      add(.kept, new[kept..<after])
    }
    return pieces
  }
}
