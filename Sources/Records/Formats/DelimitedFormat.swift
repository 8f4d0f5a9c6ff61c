/// The options of formats with one record a line and separators between its values: TSV and CSV.
///
/// ```swift
/// let european = DelimitedFormat.csv(separator: ";", lineEnd: .crlf)
/// try cards.write(to: .file("cards.csv"), as: .delimited(european))
/// ```
///
/// In both, a missing line end at the end of the file, CRLF in place of LF, and a byte order mark are
/// accepted. An empty line is a record only where records have one field, otherwise it is passed
/// over. Booleans are `true` and `false` (read in any case, also `t`, `yes`, `y`, `1` and their
/// counterparts), dates ISO 8601 with as many decimals of the second as they need, data base64,
/// doubles the shortest decimal number that reads back as the same. Dates that ISO 8601 does not
/// write (before the year 1, after 9999, infinite) are `@` and their seconds since 2001.
public struct DelimitedFormat: Hashable, Sendable {
  /// The ways in which separators and line ends within a value are written.
  public enum Style: Hashable, Sendable {
    /// With backslashes: `\t`, `\n`, `\r`, `\\`; `\x` and two hexadecimal digits below 80
    /// are read as well.
    case escapes
    /// The value stands between double quotes, and quotes within it are doubled.
    case quotes
  }

  /// How lines end.
  public enum LineEnd: String, Hashable, Sendable {
    case lf = "\n"
    case crlf = "\r\n"
  }

  /// How separators and line ends within a value are written.
  public let style: Style
  /// The ASCII character between two values.
  public let separator: Unicode.Scalar
  /// Whether the first line names the fields. Without a header, values stand in the schema's order.
  public let hasHeader: Bool
  /// The text that stands for a missing value, unless it is quoted or escaped.
  public let nullText: String
  /// How lines end when they are written.
  public let lineEnd: LineEnd
  /// The name of an additional first column with the records' numbers; nil for none.
  public let numberColumn: String?

  /// Tab-separated values with a header; a missing value is written as `\N`.
  ///
  /// - Source: the text form of PostgreSQL's COPY
  ///   (<https://www.postgresql.org/docs/current/sql-copy.html>), which has no header; see
  ///   ``tsv(hasHeader:nullText:lineEnd:numberColumn:)``.
  public static let tsv = tsv()

  /// Comma-separated values with a header; a missing value is written as nothing.
  ///
  /// An empty text is written as `""` in an optional field; in other fields of text and data,
  /// nothing between the separators is the empty text.
  ///
  /// - Source: RFC 4180, in UTF-8.
  public static let csv = csv()

  /// Tab-separated values with other options than ``tsv``.
  ///
  /// - Parameters:
  ///   - hasHeader: whether the first line names the fields.
  ///   - nullText: what stands for no value; not empty, no tab and no line end.
  ///   - lineEnd: how lines end when they are written.
  ///   - numberColumn: the name of a first column with the records' numbers.
  public static func tsv(
    hasHeader: Bool = true, nullText: String = #"\N"#, lineEnd: LineEnd = .lf,
    numberColumn: String? = nil
  ) -> DelimitedFormat {
    DelimitedFormat(
      style: .escapes, separator: "\t", hasHeader: hasHeader, nullText: nullText,
      lineEnd: lineEnd, numberColumn: numberColumn)
  }

  /// Comma-separated values with other options than ``csv``, such as another separator.
  ///
  /// - Parameters:
  ///   - separator: an ASCII character that is neither a quote nor a line end.
  ///   - hasHeader: whether the first line names the fields.
  ///   - nullText: what stands for no value; no separator, no quote and no line end.
  ///   - lineEnd: how lines end when they are written; RFC 4180 has ``LineEnd/crlf``, both are read.
  ///   - numberColumn: the name of a first column with the records' numbers.
  public static func csv(
    separator: Unicode.Scalar = ",", hasHeader: Bool = true, nullText: String = "",
    lineEnd: LineEnd = .crlf, numberColumn: String? = nil
  ) -> DelimitedFormat {
    DelimitedFormat(
      style: .quotes, separator: separator, hasHeader: hasHeader, nullText: nullText,
      lineEnd: lineEnd, numberColumn: numberColumn)
  }

  /// A message that tells why the format cannot be used with a schema; nil if it can.
  func complaint(for schema: Schema) -> String? {
    if let numberColumn, schema[numberColumn] != nil {
      return "the column of record numbers is called “\(numberColumn)”, as a field is"
    }
    let mark = style == .quotes ? "\"" : "\\"
    guard separator.isASCII, !("\n\r\0" + mark).unicodeScalars.contains(separator) else {
      return "the separator must be an ASCII character, no line end and not \(mark)"
    }
    let forbidden = Set("\n\r\"".unicodeScalars).union([separator])
    guard !nullText.unicodeScalars.contains(where: forbidden.contains) else {
      return "the text for no value holds a separator, a quote or a line end"
    }
    // A value with that text is told apart by writing its first character as `\xHH`.
    guard style == .quotes || nullText.utf8.first.map({ $0 < 0x80 }) ?? false else {
      return "with escapes, the text for no value must begin with an ASCII character"
    }
    return nil
  }
}
