internal import HikidashiBase

/// The kind of a setting's values, which decides how they are read, stored and edited.
public indirect enum PreferenceType: Sendable, Hashable {
  case boolean, integer, double, text
  /// A point in time, stored in ISO 8601.
  case date
  /// A length of time, stored as in `1h30m`.
  case duration
  /// A colour as in CSS, `#rrggbb` or `#rrggbbaa`.
  case color
  /// The path of a file; empty for none.
  case file
  /// The path of a folder; empty for none.
  case folder
  /// The address of a page or a mail; empty for none.
  case link
  /// A time of day, stored as in `09:30`.
  case time
  /// The name of a font's family; empty for the desktop's own.
  case font
  /// A list of values of one type.
  case list(PreferenceType)
  /// A value of a program's own `Codable` type.
  case json
}

extension PreferenceType: CustomStringConvertible {
  /// The type's name in a JSON definition; for a list, the name of its elements in brackets.
  public var description: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .double: "double"
    case .text: "text"
    case .date: "date"
    case .duration: "duration"
    case .color: "color"
    case .file: "file"
    case .folder: "folder"
    case .link: "link"
    case .time: "time"
    case .font: "font"
    case .list(let element): "[\(element)]"
    case .json: "json"
    }
  }

  /// All but the lists, in the order in which messages name them.
  static let simple: [PreferenceType] = [
    .boolean, .integer, .double, .text, .date, .duration, .color, .file, .folder, .link,
    .time, .font, .json,
  ]

  /// Reads a name; nil where there is no such type.
  init?(name: String) {
    if name.hasPrefix("["), name.hasSuffix("]"), name.utf8.count <= 64 {
      guard let element = PreferenceType(name: String(name.dropFirst().dropLast())) else {
        return nil
      }
      self = .list(element)
      return
    }
    guard let found = Self.simple.first(where: { $0.description == name }) else { return nil }
    self = found
  }

  /// What a value must be, for a message.
  package var example: String {
    switch self {
    case .boolean: tr("true or false")
    case .integer: tr("a whole number")
    case .double: tr("a number")
    case .text: tr("a text")
    case .date: tr("a date such as 2026-12-31 or 2026-12-31T12:00:00Z")
    case .duration: tr("a time such as 90s, 1h30m or 2d")
    case .color: tr("a colour such as #3584e4")
    case .file, .folder: tr("a path")
    case .link: tr("an address such as https://example.org")
    case .time: tr("a time of day such as 09:30")
    case .font: tr("the name of a font")
    case .list(let element): tr("a list, each of it {}", element.example)
    case .json: "JSON"
    }
  }

  /// The name of the flag's argument; nil if the flag needs none.
  package var argument: String? {
    switch self {
    case .boolean: nil
    case .integer, .double: tr("NUMBER")
    case .date: tr("DATE")
    case .duration: tr("TIME")
    case .color: tr("COLOUR")
    case .file: tr("FILE")
    case .folder: tr("DIR")
    case .text: tr("TEXT")
    case .link: tr("ADDRESS")
    case .time: tr("TIME")
    case .font: tr("FONT")
    case .list: tr("LIST")
    case .json: "JSON"
    }
  }

  /// Whether values have an order, and so a range.
  var isOrdered: Bool {
    switch self {
    case .integer, .double, .date, .duration: true
    case .boolean, .text, .color, .file, .folder, .link, .time, .font, .list, .json: false
    }
  }

  /// Whether values are free text, which may have a pattern.
  package var isFreeText: Bool {
    switch self {
    case .text, .file, .folder, .link, .font: true
    case .boolean, .integer, .double, .date, .duration, .color, .time, .list, .json: false
    }
  }

  /// Whether the input of a value is as wide as the value, and not as its row allows.
  package var isNarrow: Bool {
    switch self {
    case .boolean, .integer, .double, .color, .time, .font: true
    case .text, .date, .duration, .file, .folder, .link, .list, .json: false
    }
  }

  /// Whether people type a value instead of choosing it by one click or key.
  package var isTyped: Bool {
    switch self {
    case .integer, .double, .text, .duration, .date, .link, .time, .json: true
    case .boolean, .color, .file, .folder, .font, .list: false
    }
  }
}
