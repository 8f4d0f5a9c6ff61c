public import FoundationEssentials
public import HikidashiRecords

/// The fields of a note as it is kept and shown in a table.
///
/// ```swift
/// let store = try await RecordStore.open(NoteFields.schema(), at: .sqlite(path))
/// ```
public enum NoteFields {
  /// Whether it is a bookmark, a highlight or a note.
  public static let kind = Field<RFCNote.Kind>("kind", title: tr("Kind"))
    .choices { RFCNote.Kind.allCases }
  /// The number of the RFC.
  public static let number = Field<Int>("rfc", title: "RFC", rules: [.range(0...99_999)])
  /// The section that it is in.
  public static let section = Field<String>("section", title: tr("Section"), default: "")
  /// Where what it marks begins, in Unicode scalars.
  public static let start = Field<Int>("start", title: tr("Start"), default: 0)
  /// Where what it marks ends, in Unicode scalars.
  public static let end = Field<Int>("end", title: tr("End"), default: 0)
  /// The words of the document that it marks.
  public static let quote = Field<String>(
    "quote", title: tr("Text"), default: "", format: .paragraphs)
  /// The colour of a highlight.
  public static let color = Field<RFCNote.Color?>("color", title: tr("Colour"))
    .choices { RFCNote.Color.allCases }
  /// What was written to it.
  public static let words = Field<String>(
    "note", title: tr("Note"), default: "", format: .paragraphs)
  /// The words it is found by, with commas between them.
  public static let tags = Field<String>("tags", title: tr("Tags"), default: "", format: .tags)
  /// Who made it.
  public static let author = Field<String>("author", title: tr("By"), default: "")
  /// When it was made.
  public static let created = Field<Date>(
    "created", title: tr("Created"), default: unknownDate)
  /// When it was changed last.
  public static let changed = Field<Date>(
    "changed", title: tr("Changed"), default: unknownDate)

  /// The date of a note that does not say when it was made; ``NoteRecords`` puts the real one in its place.
  static let unknownDate = Date(timeIntervalSinceReferenceDate: 0)

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(
      kind, number, section, start, end, quote, color, words, tags, author, created, changed)
  }
}

extension RFCNote {
  /// The note that a record holds.
  public init(_ record: Record) {
    // Another program may have written an end before the start.
    let start = max(0, record[NoteFields.start])
    self.init(
      record[NoteFields.kind], number: record[NoteFields.number],
      section: record[NoteFields.section], place: start..<max(start, record[NoteFields.end]),
      quote: record[NoteFields.quote], color: record[NoteFields.color],
      words: record[NoteFields.words], tags: Self.tags(record[NoteFields.tags]),
      author: record[NoteFields.author], created: record[NoteFields.created],
      changed: record[NoteFields.changed])
  }

  /// Writes the note into a record.
  func fill(_ draft: inout RecordDraft) {
    draft[NoteFields.kind] = kind
    draft[NoteFields.number] = number
    draft[NoteFields.section] = section
    draft[NoteFields.start] = place.lowerBound
    draft[NoteFields.end] = place.upperBound
    draft[NoteFields.quote] = quote
    draft[NoteFields.color] = color
    draft[NoteFields.words] = words
    draft[NoteFields.tags] = tags.joined(separator: ", ")
    draft[NoteFields.author] = author
    draft[NoteFields.created] = created
    draft[NoteFields.changed] = changed
  }
}
