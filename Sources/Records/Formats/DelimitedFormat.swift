public import HikidashiBase

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
    /// A carriage return alone, as before Mac OS X; also within values it is read as a line feed. The others are read
    /// where either is given.
    case cr = "\r"
  }

  /// How separators and line ends within a value are written.
  public let style: Style
  /// The separator of two values: one character of ASCII or more, no quote and no line end.
  public var separator: String
  /// The ASCII character that encloses values with separators or line ends; nil for none. With ``Style/escapes``
  /// there is none.
  public var quote: Unicode.Scalar?
  /// The ASCII character behind which a character of a value is taken as it is, in quotes and outside; nil where
  /// quotes within quotes are doubled.
  public var escape: Unicode.Scalar?
  /// Whether spaces and tabs around a value and its quotes are not a part of it.
  public var trimsBlanks = false
  /// The encoding of the text that is read; text is written in UTF-8.
  public var encoding = TextEncoding.utf8
  /// Lines in front of the header, or of the first record, that are passed over.
  public var skippedLines = 0
  /// Lines of the header, whose words above a column are its title together. 0 where there is none; then
  /// values stand in the schema's order.
  public var headerLines: Int
  /// The names of the columns in place of those in the header; empty for those in the header.
  public var names: [String] = []
  /// The text that stands for a missing value, unless it is quoted or escaped.
  public var nullText: String
  /// How lines end when they are written.
  public var lineEnd: LineEnd
  /// The name of an additional first column with the records' numbers; nil for none.
  public var numberColumn: String?

  /// Whether a header names the fields.
  public var hasHeader: Bool { headerLines > 0 }

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
      style: .escapes, separator: "\t", quote: nil, headerLines: hasHeader ? 1 : 0,
      nullText: nullText, lineEnd: lineEnd, numberColumn: numberColumn)
  }

  /// Comma-separated values with other options than ``csv``, such as another separator.
  ///
  /// - Parameters:
  ///   - separator: one character of ASCII or more, no quote and no line end.
  ///   - hasHeader: whether the first line names the fields.
  ///   - nullText: what stands for no value; no separator, no quote and no line end.
  ///   - lineEnd: how lines end when they are written; RFC 4180 has ``LineEnd/crlf``, both are read.
  ///   - numberColumn: the name of a first column with the records' numbers.
  public static func csv(
    separator: String = ",", hasHeader: Bool = true, nullText: String = "",
    lineEnd: LineEnd = .crlf, numberColumn: String? = nil
  ) -> DelimitedFormat {
    DelimitedFormat(
      style: .quotes, separator: separator, quote: "\"", headerLines: hasHeader ? 1 : 0,
      nullText: nullText, lineEnd: lineEnd, numberColumn: numberColumn)
  }

  /// A message that tells why the format cannot be used with a schema; nil if it can.
  func complaint(for schema: Schema) -> String? {
    if let numberColumn, schema[numberColumn] != nil {
      return "the column of record numbers is called “\(numberColumn)”, as a field is"
    }
    let mark = style == .quotes ? "\"" : "\\"
    let marks = [quote, escape].compactMap { $0 }
    let taken = Set("\n\r\0".unicodeScalars)
      .union(marks.isEmpty ? Array(mark.unicodeScalars) : marks)
    let isSeparator = separator.unicodeScalars.allSatisfy { $0.isASCII && !taken.contains($0) }
    guard !separator.isEmpty, isSeparator else {
      return "the separator must be an ASCII character, no line end and not \(mark)"
    }
    if let bad = marks.first(where: { !$0.isASCII || "\n\r\0".unicodeScalars.contains($0) }) {
      return "a quote or an escape must be an ASCII character and no line end, not \(bad)"
    }
    guard style == .quotes || separator.utf8.count == 1 && marks.isEmpty && !trimsBlanks else {
      return "with backslashes the separator is one character, and there are no quotes"
    }
    guard skippedLines >= 0, headerLines >= 0, headerLines <= 100 else {
      return "there can be no \(skippedLines) skipped lines and \(headerLines) of a header"
    }
    var forbidden = Set("\n\r\"".unicodeScalars).union(separator.unicodeScalars)
    if !tokenizer.isPlain { forbidden.insert(",") }
    guard !nullText.unicodeScalars.contains(where: forbidden.contains) else {
      return "the text for no value holds a separator, a quote or a line end"
    }
    // A value with that text is told apart by writing its first character as `\xHH`.
    guard style == .quotes || nullText.utf8.first.map({ $0 < 0x80 }) ?? false else {
      return "with escapes, the text for no value must begin with an ASCII character"
    }
    return nil
  }

  /// A message that tells why records cannot be written in the format; nil if they can.
  var complaintAboutWriting: String? {
    guard style == .quotes, quote == nil, escape == nil else { return nil }
    return "without quotes and escapes no value with a separator can be written; give one of them"
  }

  /// Finds records and values.
  var tokenizer: DelimitedTokenizer {
    let byte = { (scalar: Unicode.Scalar?) in scalar.map { UInt8(truncatingIfNeeded: $0.value) } }
    let isPlain =
      style == .escapes
      || separator.utf8.count == 1 && quote == "\"" && escape == nil && !trimsBlanks
    return DelimitedTokenizer(
      separator: Array(separator.utf8), quote: style == .quotes ? byte(quote) : nil,
      escape: style == .quotes ? byte(escape) : nil, trimsBlanks: trimsBlanks, isPlain: isPlain)
  }
}
