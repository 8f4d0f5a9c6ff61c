/// A text format for records: TSV, CSV, or JSON Lines.
///
/// ```swift
/// let cards = try RecordTable(schema, from: .file("cards.csv"), as: .csv)
/// try cards.write(to: .file("cards.tsv"), as: .tsv)
/// ```
///
/// Whatever is written is read back as it was, to the last bit of every number; only the kinds of
/// “not a number” are taken as one.
public enum RecordFormat: Hashable, Sendable {
  /// One record a line, with separators between the values.
  case delimited(DelimitedFormat)
  /// One JSON object a line.
  case jsonObjects(JSONLinesFormat)

  /// Tab-separated values with a header; see ``DelimitedFormat/tsv``.
  public static let tsv = RecordFormat.delimited(.tsv)
  /// Comma-separated values with a header; see ``DelimitedFormat/csv``.
  public static let csv = RecordFormat.delimited(.csv)
  /// One JSON object a line; see ``JSONLinesFormat``.
  public static let jsonLines = RecordFormat.jsonObjects(JSONLinesFormat())

  /// Makes the format for a file's extension: `.tsv` or `.tab`, `.csv`, `.jsonl` or `.ndjson`; nil
  /// for any other.
  public init?(fileName: String) {
    let dot = fileName.utf8.lastIndex(of: UInt8(ascii: "."))
    guard let dot else { return nil }
    switch asciiLowercased(String(fileName[dot...].dropFirst())) {
    case "tsv", "tab": self = .tsv
    case "csv": self = .csv
    case "jsonl", "ndjson": self = .jsonLines
    default: return nil
    }
  }

  /// Makes the format for a file by its extension, and for delimited text by its beginning; nil for any other
  /// extension.
  ///
  /// ```swift
  /// let format = try RecordFormat(fileName: path, guessingFrom: .file(path))
  /// ```
  ///
  /// It has a header: where a schema is there, values are never given to its fields by their order alone.
  ///
  /// - Throws: ``RecordTextError`` where the text cannot be read.
  public init?(fileName: String, guessingFrom source: RecordSource) throws(RecordTextError) {
    guard let format = RecordFormat(fileName: fileName) else { return nil }
    self = format
    guard case .delimited = format else { return }
    var guess = try DelimitedFormat(guessingFrom: source)
    guess.headerLines = max(1, guess.headerLines)
    self = .delimited(guess)
  }
}
