internal import FoundationEssentials

extension Query: CustomStringConvertible {
  /// The query as a search string that reads back as an equal one.
  ///
  /// Nothing is lost as long as no more than 64 groups stand within one another.
  public var description: String { QueryWriter.text(node) }
}

/// Writes search strings.
private enum QueryWriter {
  static func text(_ node: QueryNode) -> String {
    switch node {
    case .everything: "*"
    case .nothing: "-*"
    case .all(let nodes): nodes.map { grouped($0, if: isAlternative) }.joined(separator: " ")
    case .any(let nodes): nodes.map { text($0) }.joined(separator: " OR ")
    case .not(let node): "-" + grouped(node) { isAlternative($0) || isConjunction($0) }
    case .test(let test, let field): text(test, field)
    }
  }

  private static func grouped(_ node: QueryNode, if needed: (QueryNode) -> Bool) -> String {
    needed(node) ? "(" + text(node) + ")" : text(node)
  }

  /// Whether the text of a node has an `OR` in it.
  private static func isAlternative(_ node: QueryNode) -> Bool {
    switch node {
    case .any(let nodes): !nodes.isEmpty
    case .test(.oneOf(let values), _): values.count > 1
    default: false
    }
  }

  private static func isConjunction(_ node: QueryNode) -> Bool {
    if case .all(let nodes) = node { !nodes.isEmpty } else { false }
  }

  private static func text(_ test: QueryTest, _ field: FieldDefinition) -> String {
    let name = isPlain(field.name) ? field.name : quoted(field.name)
    switch test {
    case .isNull: return name + ":none"
    case .hasValue: return name + ":any"
    case .isNaN: return name + ":nan"
    case .oneOf(let values):
      return values.map { name + ":=" + value($0) }.joined(separator: " OR ")
    case .notEqual(let other): return name + "!=" + value(other)
    case .within(let range): return name + self.range(range)
    case .text(let place, let text): return name + starred(word(text), place)
    case .pattern(let pattern): return name + ":/" + escaped(pattern) + "/"
    }
  }

  private static func starred(_ text: String, _ place: MatchPlace) -> String {
    switch place {
    case .start: ":" + text + "*"
    case .end: ":*" + text
    case .anywhere: ":" + text
    case .word: ":~" + text
    }
  }

  private static func range(_ range: QueryRange) -> String {
    switch (range.lower, range.upper) {
    case (nil, nil): return ":any"
    case (let lower?, nil):
      return lower.isIncluded ? ">=" + beginning(lower.value) : ">" + value(lower.value)
    case (nil, let upper?):
      return upper.isIncluded ? "<=" + value(upper.value) : "<" + beginning(upper.value)
    case (let lower?, let upper?):
      if case .date(let start) = lower.value, case .date(let end) = upper.value,
        !upper.isIncluded,
        let span = DateLiteral.span(
          from: start.timeIntervalSinceReferenceDate, to: end.timeIntervalSinceReferenceDate)
      {
        return ":" + span
      }
      return upper.isIncluded
        ? ":" + beginning(lower.value) + ".." + value(upper.value)
        : ":" + beginning(lower.value) + "..<" + beginning(upper.value)
    }
  }

  /// A value where only its beginning counts.
  private static func beginning(_ cell: CellValue) -> String {
    guard case .date(let date) = cell else { return value(cell) }
    return DateLiteral.beginning(at: date.timeIntervalSinceReferenceDate)
  }

  private static func value(_ cell: CellValue) -> String {
    switch cell {
    case .null: "none"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .string(let text), .json(let text): quoted(text)
    case .date(let date): DateLiteral.moment(date.timeIntervalSinceReferenceDate)
    case .data(let data): data.isEmpty ? "\"\"" : data.map(hexadecimal).joined()
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func word(_ text: String) -> String {
    isPlain(text) && text != "none" && text != "any" ? text : quoted(text)
  }

  /// Whether a text can stand without quotation marks, read as nothing but itself.
  private static func isPlain(_ text: String) -> Bool {
    let isPlainScalar = { (scalar: Unicode.Scalar) in
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A, 0x41...0x5A, 0x5F: true
      case 0..<0x80, 0xFF01...0xFF5E: false
      default: scalar.properties.isAlphabetic
      }
    }
    let isKeyword = ["none", "any", "or", "and", "not"].contains(text.lowercased())
    return !text.isEmpty && !isKeyword && text.unicodeScalars.allSatisfy(isPlainScalar)
  }

  private static func quoted(_ text: String) -> String {
    var written = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || QuerySign(scalar) == "\"" { written.append("\\") }
      written.append(scalar)
    }
    return "\"" + String(written) + "\""
  }

  private static func escaped(_ pattern: String) -> String {
    var written = String.UnicodeScalarView()
    var isPaired = false
    for scalar in pattern.unicodeScalars {
      if scalar == "/", !isPaired { written.append("/") }
      written.append(scalar)
      isPaired = !isPaired && scalar == "\\"
    }
    return String(written)
  }
}
