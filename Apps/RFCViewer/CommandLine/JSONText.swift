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
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .number(let value): result += String(value)
    case .string(let text): Self.write(text, to: &result)
    case .array(let values):
      result += "["
      for (position, value) in values.enumerated() {
        if position > 0 { result += "," }
        value.write(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { result += "," }
        Self.write(member.key, to: &result)
        result += ":"
        member.value.write(to: &result)
      }
      result += "}"
    }
  }

  private static func write(_ text: String, to result: inout String) {
    result += "\""
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
    result += "\""
  }
}
