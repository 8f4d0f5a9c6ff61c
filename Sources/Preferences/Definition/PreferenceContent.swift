public import FoundationEssentials
internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiValues

/// A setting's value without its Swift type, as it is compared, checked and stored.
public enum PreferenceContent: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case text(String)
  case date(Date)
  case duration(Duration)
  case list([PreferenceContent])
  /// A value of a program's own type, as JSON.
  case json(String)
}

extension PreferenceContent {
  /// Whether it comes before another of the same kind; false where there is no order.
  func precedes(_ other: PreferenceContent) -> Bool {
    switch (self, other) {
    case (.integer(let own), .integer(let other)): own < other
    case (.double(let own), .double(let other)): own < other
    case (.date(let own), .date(let other)): own < other
    case (.duration(let own), .duration(let other)): own < other
    default: false
    }
  }

  /// Whether it can be a bound for values of the type.
  func isBound(of type: PreferenceType) -> Bool {
    guard type.isOrdered, isKind(of: type) else { return false }
    return if case .double(let value) = self { !value.isNaN } else { true }
  }

  /// Whether it is of the kind in which values of the type are kept.
  private func isKind(of type: PreferenceType) -> Bool {
    switch type {
    case .boolean: if case .boolean = self { true } else { false }
    case .integer: if case .integer = self { true } else { false }
    case .double: if case .double = self { true } else { false }
    case .text, .file, .folder, .color, .link, .time, .font:
      if case .text = self { true } else { false }
    case .date: if case .date = self { true } else { false }
    case .duration: if case .duration = self { true } else { false }
    case .json: if case .json = self { true } else { false }
    case .list(let element):
      if case .list(let contents) = self {
        contents.allSatisfy { $0.isKind(of: element) }
      } else {
        false
      }
    }
  }

  /// Whether it is of the kind in which values of the type are kept, and can be stored.
  func isKept(as type: PreferenceType) -> Bool {
    guard isKind(of: type) else { return false }
    switch type {
    case .boolean, .integer, .text, .file, .folder, .font, .json: return true
    case .double: return if case .double(let value) = self { value.isFinite } else { false }
    // Not all that Swift's types hold can be written and read back.
    case .date, .duration, .color, .link, .time:
      return PreferenceContent(text: text, as: type) != nil
    case .list(let element):
      guard case .list(let contents) = self else { return false }
      return contents.allSatisfy { $0.isKept(as: element) }
    }
  }

  /// The normal form of a value without a Swift type; nil if the value is invalid.
  func normalized(as type: PreferenceType) -> PreferenceContent? {
    switch type {
    case .json, .color, .time: PreferenceContent(text: text, as: type)
    case .boolean, .integer, .double, .text, .date, .duration, .file, .folder, .link, .font, .list:
      self
    }
  }

  /// A JSON number or text as a value of the type, if such values are written in that form.
  func read(as type: PreferenceType) -> PreferenceContent {
    let (isNumber, isText) =
      switch type {
      case .integer, .double: (true, false)
      case .duration: (true, true)
      case .date, .color, .time: (false, true)
      case .boolean, .text, .file, .folder, .link, .font, .list, .json: (false, false)
      }
    return switch self {
    case .json(let text) where isNumber: PreferenceContent(text: text, as: type) ?? self
    case .text(let text) where isText: PreferenceContent(text: text, as: type) ?? self
    default: self
    }
  }
}

// MARK: - Text

// Contents as JSON in a file, and as text in a flag, a variable or a table.
extension PreferenceContent {
  /// The content as the JSON that ``init(_:as:)`` reads.
  var jsonText: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    // Not JSON where it is no number, and no setting has such a value.
    case .double(let value): "\(value)"
    case .text(let value): JSONText.quoted(value)
    case .date, .duration: JSONText.quoted(text)
    case .list(let elements): "[" + elements.map(\.jsonText).joined(separator: ", ") + "]"
    case .json(let text): text
    }
  }

  /// The content as text, in the form in which flags are typed and read.
  public var text: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .text(let value): value
    case .date(let value): DateText.text(value.timeIntervalSinceReferenceDate)
    case .duration(let value): DurationText.text(value)
    case .list: jsonText
    case .json(let text): text
    }
  }

  /// Reads JSON; nil if it is not of the type.
  init?(_ node: JSONNode, as type: PreferenceType) {
    switch type {
    case .boolean:
      guard case .boolean(let value) = node.kind else { return nil }
      self = .boolean(value)
    case .integer:
      guard case .number = node.kind, let value = Self.integer(node.text) else { return nil }
      self = .integer(value)
    case .double:
      guard case .number = node.kind, let value = Double(node.text), value.isFinite else {
        return nil
      }
      self = .double(value)
    case .text, .file, .folder, .font:
      guard case .string(let value) = node.kind else { return nil }
      self = .text(value)
    case .date, .color, .link, .time:
      guard case .string(let value) = node.kind else { return nil }
      self.init(text: value, as: type)
    case .duration:
      switch node.kind {
      case .string(let value): self.init(text: value, as: type)
      case .number: self.init(text: node.text, as: type)
      default: return nil
      }
    case .list(let element):
      guard case .array(let nodes) = node.kind else { return nil }
      var contents: [PreferenceContent] = []
      for node in nodes {
        guard let content = PreferenceContent(node, as: element) else { return nil }
        contents.append(content)
      }
      self = .list(contents)
    case .json: self = .json(node.text)
    }
  }

  /// Reads the value of a flag or variable; nil if it is not of the type.
  ///
  /// A list is written as JSON, or as elements separated by commas.
  package init?(text: String, as type: PreferenceType) {
    switch type {
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "on", "1": self = .boolean(true)
      case "false", "no", "off", "0": self = .boolean(false)
      default: return nil
      }
    case .integer:
      guard let value = Int(text) else { return nil }
      self = .integer(value)
    case .double:
      guard let value = Double(text), value.isFinite else { return nil }
      self = .double(value)
    case .text, .file, .folder, .font: self = .text(text)
    case .link:
      guard text.isEmpty || text.isLink else { return nil }
      self = .text(text)
    case .time:
      guard let time = TimeOfDay(text, language: "en") else { return nil }
      self = .text(time.description)
    case .date:
      var text = text
      guard let seconds = text.withUTF8({ DateText.seconds($0) }), seconds.isFinite else {
        return nil
      }
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .duration:
      guard let value = DurationText.duration(text) else { return nil }
      self = .duration(value)
    case .color:
      guard let value = Self.color(text) else { return nil }
      self = .text(value)
    case .list(let element): self.init(list: text, of: element)
    case .json:
      guard let node = try? JSONNode(parsing: text) else { return nil }
      self = .json(node.text)
    }
  }

  private init?(list text: String, of element: PreferenceType) {
    if let node = try? JSONNode(parsing: text), case .array = node.kind {
      self.init(node, as: .list(element))
      return
    }
    var contents: [PreferenceContent] = []
    for piece in text.split(separator: ",") {
      let word = String(piece.drop { $0 == " " })
      guard let content = PreferenceContent(text: word, as: element) else { return nil }
      contents.append(content)
    }
    self = .list(contents)
  }

  /// A whole number of JSON, which may be written `8.0` or `1e3`.
  private static func integer(_ text: String) -> Int? {
    Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// A colour in its normal form: six digits, or eight if it is translucent.
  private static func color(_ text: String) -> String? {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), [3, 6, 8].contains(digits.count),
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    let long = digits.count == 3 ? digits.flatMap { [$0, $0] } : Array(digits)
    let opaque = long.count == 8 && long.suffix(2).allSatisfy { $0 | 0x20 == UInt8(ascii: "f") }
    return "#" + String(decoding: opaque ? Array(long.prefix(6)) : long, as: UTF8.self).lowercased()
  }
}
