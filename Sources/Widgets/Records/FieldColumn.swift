public import HikidashiRecords

/// A column of a ``RecordsView``: a field, and how it is shown.
///
/// ```swift
/// RecordsView(cards, columns: [FieldColumn(name), FieldColumn(rate, title: "★", width: 60)])
/// ```
public struct FieldColumn: Sendable {
  /// The field whose values the column shows.
  public let field: FieldDefinition
  /// The heading of the column; by default the field's title.
  public var title: String
  /// The alignment of its values; by default numbers are at the end and all else at the start.
  public var alignment: Placement
  /// The width in pixels. Without one the column has room for usual values of such a field, and the
  /// first column of text takes the space that the others leave.
  public var width: Int?
  /// The width that the app has given it; nil for the usual one.
  var givenWidth: Int?
  /// Whether the column is hidden until the user shows it.
  public var isHidden: Bool
  /// Returns the text that is shown for a value; by default the field's format decides.
  public var text: (@Sendable (CellValue) -> String)?

  /// Makes a column for a field.
  ///
  /// - Parameters:
  ///   - field: Whose values it shows.
  ///   - title: What stands above it; the field's title, if not given.
  ///   - alignment: Where values stand in it; numbers at its end, if not given.
  ///   - width: Its width in pixels; by the type of the field, if not given.
  ///   - isHidden: Whether it is left out until a person asks for it.
  ///   - text: A value as it is shown; as the field's format has it, if not given.
  public init(
    _ field: some FieldHandle, title: String? = nil, alignment: Placement? = nil,
    width: Int? = nil, isHidden: Bool = false, text: (@Sendable (CellValue) -> String)? = nil
  ) {
    let definition = field.definition
    self.field = definition
    self.title = title ?? definition.title
    self.alignment = alignment ?? (definition.type.isNumber ? .end : .start)
    self.width = width.map { min(max($0, FieldColumn.leastWidth), FieldColumn.mostWidth) }
    self.isHidden = isHidden
    self.text = text
  }

  /// Returns a column for each field of a schema, in its order. Columns of bytes are hidden, and so
  /// are fields that say how others are read.
  public static func columns(of schema: Schema) -> [FieldColumn] {
    let readings = Set(schema.fields.compactMap(\.reading))
    return schema.fields.map {
      FieldColumn($0, isHidden: $0.type == .data || readings.contains($0.name))
    }
  }

  static let leastWidth = 24
  static let mostWidth = 4_000

  /// What it is as wide as while no width was given.
  var usualWidth: Int {
    let content =
      switch (field.type, field.format) {
      case (.boolean, _): 56
      case (.integer, _), (.double, _), (.data, _): 84
      case (.date, .day): 96
      case (.date, _): 150
      case (.string, .paragraphs), (.json, _): 200
      case (.string, _): 140
      }
    // Some nine pixels a letter, twice that for those of double width, and the arrow.
    return max(content, min(title.columnCount, 24) * 9 + 22)
  }
}
