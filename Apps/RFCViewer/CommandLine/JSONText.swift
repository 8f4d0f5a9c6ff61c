/// A value of JSON that is written with its keys in the order given.
///
/// The window's start waits for every library that the program loads, and this much JSON is no
/// reason to load one: `FoundationEssentials` has 10 MB and takes about 1 ms of every start.
///
/// - Source: RFC 8259.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  /// A string, or null in its absence.
  static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  /// The text on one line.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
