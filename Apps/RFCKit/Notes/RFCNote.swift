public import FoundationEssentials
public import HikidashiRecords

/// What a person has marked in an RFC: a bookmark, a highlight or a note.
///
/// ```swift
/// let note = RFCNote(
///   .highlight, number: 9110, section: "9.3.1", place: 88_210..<88_254,
///   quote: "The GET method requests transfer", color: .green)
/// ```
///
/// It has the words that it stands at as well as their place, so that it is found again in a text with
/// other lines and pages: see ``QuoteFinder``.
public struct RFCNote: Sendable, Hashable {
  /// What was made.
  public enum Kind: String, FieldValue, Hashable, CaseIterable {
    /// A place to come back to.
    case bookmark
    /// Words with a colour behind them.
    case highlight
    /// Words of the reader at a place of the text.
    case note
  }

  /// The colour of a highlight.
  public enum Color: String, FieldValue, Hashable, CaseIterable {
    /// Yellow, the first that is offered.
    case yellow
    /// Green.
    case green
    /// Blue.
    case blue
    /// Pink.
    case pink
  }

  /// Whether it is a bookmark, a highlight or a note.
  public var kind: Kind
  /// The number of the RFC.
  public var number: Int
  /// The number of the section that has it, `4.2`; empty where it is in none.
  public var section: String
  /// Where it stands in the text, in Unicode scalars.
  public var place: Range<Int>
  /// The words there, with a space for each gap between them.
  public var quote: String
  /// The colour; nil of what is no highlight.
  public var color: Color?
  /// What the reader has written; may have several lines.
  public var words: String
  /// What the reader finds it by, each without a comma.
  public var tags: [String]
  /// Who has made it, where several people share their notes.
  public var author: String
  /// When it was made.
  public var created: Date
  /// When it was changed last.
  public var changed: Date

  /// Creates a note.
  public init(
    _ kind: Kind, number: Int, section: String = "", place: Range<Int> = 0..<0, quote: String = "",
    color: Color? = nil, words: String = "", tags: [String] = [], author: String = "",
    created: Date = Date(), changed: Date? = nil
  ) {
    self.kind = kind
    self.number = number
    self.section = section
    self.place = place
    self.quote = quote
    self.color = color
    self.words = words
    self.tags = tags
    self.author = author
    self.created = created
    self.changed = changed ?? created
  }
}

extension RFCNote {
  /// Where it is, for a list of references: `RFC 9110, Section 9.3.1`.
  public var address: String {
    let name = "RFC \(number)"
    guard let first = section.first else { return name }
    if section.hasPrefix("Appendix") { return name + ", " + section }
    return name + (first.isNumber ? ", Section " : ", Appendix ") + section
  }

  /// The tags of a text with commas between them, each once.
  public static func tags(_ text: String) -> [String] {
    var seen: Set<String> = []
    return text.split { ",、，;".contains($0) || $0.isNewline }
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension RFCNote.Kind {
  /// What people call it.
  public var title: String {
    switch self {
    case .bookmark: tr("Bookmark")
    case .highlight: tr("Highlight")
    case .note: tr("Note")
    }
  }
}

extension RFCNote.Color {
  /// What people call it.
  public var title: String {
    switch self {
    case .yellow: tr("Yellow")
    case .green: tr("Green")
    case .blue: tr("Blue")
    case .pink: tr("Pink")
    }
  }
}
