public import FoundationEssentials
public import HikidashiRecords

/// The fields of a note as it is kept and shown in a table.
///
/// ```swift
/// let store = try await RecordStore.open(NoteFields.schema(), at: .sqlite(path))
/// ```
public enum NoteFields {
  public static let kind = Field<RFCNote.Kind>("kind", title: tr("Kind"))
    .choices { RFCNote.Kind.allCases }
  public static let number = Field<Int>("rfc", title: "RFC", rules: [.range(0...99_999)])
  public static let section = Field<String>("section", title: tr("Section"), default: "")
  public static let start = Field<Int>("start", title: tr("Start"), default: 0)
  public static let end = Field<Int>("end", title: tr("End"), default: 0)
  public static let quote = Field<String>(
    "quote", title: tr("Text"), default: "", format: .paragraphs)
  public static let color = Field<RFCNote.Color?>("color", title: tr("Colour"))
    .choices { RFCNote.Color.allCases }
  public static let words = Field<String>(
    "note", title: tr("Note"), default: "", format: .paragraphs)
  public static let tags = Field<String>("tags", title: tr("Tags"), default: "", format: .tags)
  public static let author = Field<String>("author", title: tr("By"), default: "")
  public static let created = Field<Date>(
    "created", title: tr("Created"), default: unknownDate)
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
