internal import HikidashiRecords
internal import HikidashiValues

/// A type of several named values, such as a server with its name and address, whose lists people edit row by row.
///
/// ```swift
/// struct Mirror: PreferenceStructure {
///   var name = ""
///   var address = "https://"
///   var isOn = true
/// }
/// let mirrors = Preference("mirrors", default: [Mirror(name: "Main")], title: "Mirrors")
/// ```
///
/// In a window each element has an input for each property: a Boolean, a whole number, a number, a text, or an
/// enumeration with such a raw value. Where a property is of another type, or its key in JSON is another than its
/// name, the list is edited as JSON. The titles are made from the names, unless ``titles`` has others.
public protocol PreferenceStructure: CodablePreferenceValue {
  /// Creates the element that is added.
  init()
  /// What people read for properties, by their names; made from the names where there is none.
  static var titles: [String: String] { get }
}

extension PreferenceStructure {
  /// None: the titles are made from the names of properties.
  public static var titles: [String: String] { [:] }

  /// The properties as settings, in their order; empty where one of them has no input.
  static var columns: [PreferenceDefinition] {
    let element = Self()
    guard case .json(let text) = element.content, let node = try? JSONNode(parsing: text),
      case .object(let members) = node.kind
    else { return [] }
    var columns: [PreferenceDefinition] = []
    for child in Mirror(reflecting: element).children {
      guard let name = child.label, let value = child.value as? any PreferenceValue,
        let column = column(name, value, members.first { $0.key == name }?.value)
      else { return [] }
      columns.append(column)
    }
    return columns
  }

  /// - Returns: Nil where the value stands otherwise in JSON than as its content.
  private static func column<Value: PreferenceValue>(
    _ name: String, _ value: Value, _ node: JSONNode?
  ) -> PreferenceDefinition? {
    let type = Value.preferenceType
    guard [.boolean, .integer, .double, .text].contains(type), let node,
      PreferenceContent(node, as: type) == value.content
    else { return nil }
    return Preference(name, default: value, title: titles[name] ?? spaced(name)).definition
  }

  /// `isOn` as “Is on”.
  private static func spaced(_ name: String) -> String {
    var text = ""
    for character in name {
      if character.isUppercase, !text.isEmpty { text += " " }
      text += text.isEmpty ? character.uppercased() : character.lowercased()
    }
    return text
  }
}

/// A list of structures, whatever they are.
protocol StructureList {
  static var columns: [PreferenceDefinition] { get }
}

extension Array: StructureList where Element: PreferenceStructure {
  static var columns: [PreferenceDefinition] { Element.columns }
}

extension PreferenceDefinition {
  /// The values of an element of a list, one for each column; the defaults where it has none.
  package func values(of element: PreferenceContent) -> [PreferenceContent] {
    var members: [(key: String, value: JSONNode)] = []
    if case .json(let text) = element, let node = try? JSONNode(parsing: text),
      case .object(let found) = node.kind
    {
      members = found
    }
    return columns.map { column in
      members.first { $0.key == column.key }
        .flatMap { PreferenceContent($0.value, as: column.type) } ?? column.defaultContent
    }
  }

  /// The element of a list that has a value for each column.
  package func element(of values: [PreferenceContent]) -> PreferenceContent {
    let members = zip(columns, values).sorted { $0.0.key < $1.0.key }
      .map { JSONText.quoted($0.0.key) + ":" + $0.1.jsonText }
    return .json("{" + members.joined(separator: ",") + "}")
  }
}
