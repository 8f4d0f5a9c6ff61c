internal import Synchronization

/// A checked list of settings, each with its whole key, flag and environment variable.
///
/// ```swift
/// let settings = ReaderPreferences()
/// let schema = try PreferenceSchema(settings)
/// let store = try PreferenceStore(schema, at: .user("org.example.Reader"), version: "1.0")
/// store[settings.jobs]                        // 4
/// ```
///
/// - Complexity: Making one takes O(*n*) in the settings and their conditions.
public final class PreferenceSchema: Sendable {
  /// One setting with its whole key and its flag.
  public struct Entry: Sendable {
    /// The whole key, as in `network.jobs`.
    public let key: String
    /// The definition of the setting.
    public let definition: PreferenceDefinition
    /// The flag on the command line, as in `--network-jobs`.
    public var flag: String { "--" + name }
    /// The flag without its hyphens.
    let name: String
    /// The keys of the groups around it and its own.
    let path: [String]

    /// The name of the variable in the environment.
    func variable(_ prefix: String) -> String {
      prefix + "_" + name.replacing("-", with: "_").uppercased()
    }
  }

  /// A group of settings, as a window and a reference page show it.
  public struct Section: Sendable {
    /// The whole key of the group; empty for the outermost group.
    public let key: String
    /// The heading of the group.
    public private(set) var title: String
    /// A sentence or two below the title; empty for none.
    public let help: String
    /// The positions of the group's own settings in ``PreferenceSchema/entries``.
    public internal(set) var preferences: [Int] = []
    /// The groups inside the group.
    public internal(set) var sections: [Section] = []
    /// The key of the group in the one around it.
    var lastKey: String { key.split(separator: ".").last.map(String.init) ?? "" }

    init(key: String, title: String, help: String) {
      self.key = key
      self.title = title
      self.help = help
    }

    /// Copies a group under another title.
    package init(_ other: Section, title: String) {
      self = other
      self.title = title
    }
  }

  /// All settings, in the order in which the groups list them.
  public let entries: [Entry]
  /// The outermost group, which contains all settings.
  public let root: Section
  let positions: [String: Int]
  /// The positions of the settings, by their flags without leading hyphens.
  private let flags: [String: Int]
  private let byDefinition: [ObjectIdentifier: Int]
  /// The definitions of the entries, to compare one without counting references to it.
  private let identities: [ObjectIdentifier]
  let rules: PreferenceRules

  /// Checks a group of settings, and makes a schema of it.
  ///
  /// - Throws: ``PreferenceSchemaError``
  public convenience init(_ group: some PreferenceGroup) throws(PreferenceSchemaError) {
    try self.init(group.items, title: group.title, help: group.help)
  }

  /// Checks settings that are listed in code, and makes a schema of them.
  ///
  /// - Throws: ``PreferenceSchemaError``
  public init(
    _ items: [PreferenceItem], title: String = "", help: String = ""
  ) throws(PreferenceSchemaError) {
    var gathering = Gathering()
    root = try gathering.section("", title, help, items, path: [])
    guard !gathering.entries.isEmpty else { throw .empty }
    entries = gathering.entries
    positions = gathering.positions
    flags = Dictionary(
      gathering.entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    byDefinition = gathering.byDefinition
    identities = gathering.entries.map { ObjectIdentifier($0.definition) }
    for entry in entries { try entry.checkLimits() }
    rules = try PreferenceRules(entries, positions)
    for (position, entry) in entries.enumerated() {
      entry.definition.guessedSlot.store(position, ordering: .relaxed)
    }
  }

  /// The setting with this whole key; nil if there is none.
  public subscript(_ key: String) -> Entry? { positions[key].map { entries[$0] } }

  /// Returns the setting with this whole key as one of the given type, to read and change it.
  ///
  /// - Returns: The setting; nil if there is no such key.
  /// - Throws: ``PreferenceSchemaError/wrongType(key:expected:asked:)``
  public func preference<Value: PreferenceValue>(
    _ key: String, of type: Value.Type = Value.self
  ) throws(PreferenceSchemaError) -> Preference<Value>? {
    guard let entry = self[key] else { return nil }
    let value = Value(content: entry.definition.defaultContent)
    guard let value, !entry.definition.isSecret else {
      let own = entry.definition.isSecret ? "secret" : "\(entry.definition.type)"
      throw .wrongType(key: key, expected: own, asked: "\(type)")
    }
    return Preference(entry.definition, value)
  }

  /// The position of a setting in ``entries``; nil if it does not belong to this schema.
  package func position(of definition: PreferenceDefinition) -> Int? {
    let guess = definition.guessedSlot.load(ordering: .relaxed)
    let identity = ObjectIdentifier(definition)
    if guess >= 0, guess < identities.count, identities[guess] == identity { return guess }
    return byDefinition[identity]
  }

  /// The setting with this flag, which is given without its hyphens; secrets have none.
  func position(ofFlag name: String) -> Int? {
    flags[name].flatMap { entries[$0].definition.isSecret ? nil : $0 }
  }

  /// The position of the setting with this key in a group; nil if there is none.
  func position(of key: String, in section: Section) -> Int? {
    // A point is in no key: what has one is not the key of a setting in a group.
    guard !key.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return positions[section.key.isEmpty ? key : section.key + "." + key]
  }
}

/// Collects the settings of all groups in one list.
private struct Gathering {
  var entries: [PreferenceSchema.Entry] = []
  var positions: [String: Int] = [:]
  var byDefinition: [ObjectIdentifier: Int] = [:]
  private var groups: Set<String> = []
  private var flags: [String: String] = [:]
  /// Deeper groups would be of no use to anybody, and exhaust the stack.
  private static let deepest = 16

  mutating func section(
    _ key: String, _ title: String, _ help: String, _ items: [PreferenceItem], path: [String]
  ) throws(PreferenceSchemaError) -> PreferenceSchema.Section {
    var section = PreferenceSchema.Section(key: key, title: title, help: help)
    for item in items {
      switch item {
      case .preference(let definition):
        section.preferences.append(entries.count)
        try add(definition, path)
      case .group(let own, let title, let help, let items):
        let whole = (path + [own]).joined(separator: ".")
        if let reason = keyComplaint(own) { throw .badKey(place: whole, key: own, reason: reason) }
        guard path.count < Self.deepest else {
          throw .badKey(place: whole, key: own, reason: "it lies in more than 16 groups")
        }
        guard positions[whole] == nil, groups.insert(whole).inserted else {
          throw .duplicateKey(place: whole, key: own)
        }
        section.sections.append(try self.section(whole, title, help, items, path: path + [own]))
      }
    }
    return section
  }

  private mutating func add(
    _ definition: PreferenceDefinition, _ groupPath: [String]
  ) throws(PreferenceSchemaError) {
    let path = groupPath + [definition.key]
    let key = path.joined(separator: ".")
    let place = definition.parts.place ?? key
    if let reason = keyComplaint(definition.key) {
      throw .badKey(place: place, key: definition.key, reason: reason)
    }
    guard positions[key] == nil, !groups.contains(key) else {
      throw .duplicateKey(place: place, key: key)
    }
    let name = path.joined(separator: "-")
    if let other = flags.updateValue(key, forKey: name) {
      throw .duplicateFlag("--" + name, first: other, second: key)
    }
    if let other = byDefinition.updateValue(entries.count, forKey: ObjectIdentifier(definition)) {
      throw .usedTwice(first: entries[other].key, second: key)
    }
    positions[key] = entries.count
    entries.append(
      PreferenceSchema.Entry(key: key, definition: definition, name: name, path: path))
  }

  private func keyComplaint(_ key: String) -> String? {
    guard !key.isEmpty else { return "it is empty" }
    guard key.utf8.count <= 63 else { return "it is longer than 63 letters" }
    let isKnown = key.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isKnown, let first = key.utf8.first, (0x61...0x7A).contains(first) else {
      return "it is made of small letters a–z, digits and hyphens, and begins with a letter"
    }
    guard key != "app-version" else { return "it is where the app's version is stored" }
    guard key != "help", key != "print-preferences", !key.hasPrefix("no-") else {
      return "the flag --\(key) means something else"
    }
    return nil
  }
}

// MARK: - Checks

extension PreferenceSchema.Entry {
  /// The place of the setting, for errors.
  var place: String { definition.parts.place ?? key }

  /// Checks the limits and the default of the setting.
  func checkLimits() throws(PreferenceSchemaError) {
    let parts = definition.parts
    for (bound, name) in [(parts.low, "least"), (parts.high, "greatest")] {
      guard let bound else { continue }
      guard bound.isBound(of: definition.type) else {
        throw .badLimit(place: place, reason: "the \(name) value, \(bound.text), has no order")
      }
    }
    if let low = parts.low, let high = parts.high, high.precedes(low) {
      throw .badLimit(place: place, reason: "no value is between \(low.text) and \(high.text)")
    }
    if let pattern = parts.pattern {
      do { _ = try Regex(pattern.regex) } catch {
        throw .badLimit(place: place, reason: "the pattern \(pattern.regex) is none: \(error)")
      }
    }
    var seen: Set<PreferenceContent> = []
    for choice in parts.choices where !seen.insert(choice.content).inserted {
      throw .badLimit(place: place, reason: "the choice \(choice.content.text) is there twice")
    }
    if let reason = definition.complaint(about: parts.defaultContent) {
      throw .badDefault(place: place, reason: reason)
    }
  }
}
