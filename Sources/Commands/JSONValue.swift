internal import HikidashiRecords

/// A JSON value that is written with its keys in the order given, as for a command's `--json`.
///
/// ```swift
/// JSONValue.object([("number", .number(1)), ("title", .string("Host Software"))]).text
/// // {"number":1,"title":"Host Software"}
/// ```
///
/// - Source: RFC 8259.
public indirect enum JSONValue: Sendable, ExpressibleByStringLiteral {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case number(Int)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Keys with their values. No key may occur twice.
  case object([(key: String, value: JSONValue)])

  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a text; `null` from nil.
  public init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// Makes a whole number; `null` from nil.
  public init(_ number: Int?) { self = number.map { .number($0) } ?? .null }

  /// The value on one line, without control characters.
  ///
  /// - Complexity: O(length of the text).
  public var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  /// The text as JSON has it; with what else a terminal would obey, or a line end by, escaped, too.
  private static func quoted(_ text: String) -> String {
    let quoted = JSONText.quoted(text)
    guard quoted.unicodeScalars.contains(where: isUnsafe) else { return quoted }
    return quoted.unicodeScalars.reduce(into: "") { result, scalar in
      guard isUnsafe(scalar) else { return result.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
