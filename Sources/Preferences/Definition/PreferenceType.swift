internal import Support

/// What kind of values a setting has: how they are read, stored and edited.
public indirect enum PreferenceType: Sendable, Hashable {
  case boolean, integer, double, text
  /// A moment, kept as ISO 8601.
  case date
  /// A time from one moment to another, kept as in `1h30m`.
  case duration
  /// A colour as the web writes it, `#rrggbb` or `#rrggbbaa`.
  case color
  /// The path of a file; empty for none.
  case file
  /// The path of a folder; empty for none.
  case folder
  /// Several values of one type.
  case list(PreferenceType)
  /// A value of a program's own `Codable` type.
  case json
}

extension PreferenceType: CustomStringConvertible {
  /// The name of the type in a definition in JSON; a list is the name of its elements in brackets.
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
    case .list(let element): "[\(element)]"
    case .json: "json"
    }
  }

  /// Reads a name; nil where there is no such type.
  init?(name: String) {
    let simple: [PreferenceType] = [
      .boolean, .integer, .double, .text, .date, .duration, .color, .file, .folder, .json,
    ]
    if name.hasPrefix("["), name.hasSuffix("]"), name.utf8.count <= 64 {
      guard let element = PreferenceType(name: String(name.dropFirst().dropLast())) else {
        return nil
      }
      self = .list(element)
      return
    }
    guard let found = simple.first(where: { $0.description == name }) else { return nil }
    self = found
  }

  /// An example of a value, for a message.
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
    case .list(let element): tr("a list, each of it {}", element.example)
    case .json: "JSON"
    }
  }
}
