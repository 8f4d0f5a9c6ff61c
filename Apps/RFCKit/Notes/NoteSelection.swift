/// Which notes are wanted.
public struct NoteSelection: Sendable, Hashable {
  /// The number of the RFC that they are of; nil for any.
  public var number: Int?
  /// Their kind; nil for any.
  public var kind: RFCNote.Kind?
  /// A tag that they have, in letters of either case; nil for any.
  public var tag: String?
  /// Words, every one of which stands in the number, the section, the text, the note or a tag, in letters
  /// of either case.
  public var words: [String]

  /// Selects by all that is given; nil lets everything through.
  public init(
    number: Int? = nil, kind: RFCNote.Kind? = nil, tag: String? = nil, words: [String] = []
  ) {
    self.number = number
    self.kind = kind
    self.tag = tag
    self.words = words
  }

  /// Whether a note is wanted.
  public func takes(_ note: RFCNote) -> Bool {
    if let number, note.number != number { return false }
    if let kind, note.kind != kind { return false }
    if let tag = tag?.lowercased(), !note.tags.contains(where: { $0.lowercased() == tag }) {
      return false
    }
    guard !words.isEmpty else { return true }
    let text = ([note.address, note.quote, note.words, note.author] + note.tags)
      .joined(separator: "\n").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }
}
