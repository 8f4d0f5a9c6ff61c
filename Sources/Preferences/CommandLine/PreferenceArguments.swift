internal import HikidashiBase
internal import HikidashiRecords

/// Command-line arguments, separated into the flags of settings and the rest.
///
/// ```swift
/// let arguments = try PreferenceArguments(CommandLine.arguments.dropFirst(), schema)
/// if arguments.isHelpAsked { print(schema.help()) }
/// let store = try PreferenceStore(schema, …, layers: [.arguments(arguments.values)])
/// ```
///
/// The value of a flag is the next word, or follows after `=`. The flag of a Boolean needs no
/// value, and `--no-…` turns it off. Words after `--` are kept as they are.
public struct PreferenceArguments: Sendable, Equatable {
  /// The values of the flags, keyed by the flags without their leading hyphens.
  public private(set) var values: [String: String] = [:]
  /// The words that are not flags of settings, in their order.
  public private(set) var rest: [String] = []
  /// Whether `--help` or `-h` was among the words.
  public private(set) var isHelpAsked = false
  /// Whether `--print-preferences` was among the words.
  public private(set) var isReportAsked = false

  /// Separates the flags of settings from the other words.
  ///
  /// - Parameters:
  ///   - words: The words without the program's name.
  ///   - schema: The settings.
  ///   - leavesHelp: Whether `--help` and `-h` stay among the rest, for a program with a parser of its
  ///     own.
  /// - Throws: ``PreferenceError/badFlag(_:reason:)`` for a flag without its value.
  public init(
    _ words: some Sequence<String>, _ schema: PreferenceSchema, leavesHelp: Bool = false
  ) throws(PreferenceError) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--":
        rest += [word] + words
        return
      case "--help" where !leavesHelp, "-h" where !leavesHelp: isHelpAsked = true
      case "--print-preferences": isReportAsked = true
      default:
        guard word.hasPrefix("--") else {
          rest.append(word)
          continue
        }
        try take(word, &words, schema)
      }
    }
  }

  private mutating func take(
    _ word: String, _ words: inout ArraySlice<String>, _ schema: PreferenceSchema
  ) throws(PreferenceError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    if let position = schema.position(ofFlag: name) {
      let isBoolean = schema.entries[position].definition.type == .boolean
      if parts.count == 2 {
        values[name] = String(parts[1])
      } else if isBoolean {
        values[name] = "true"
      } else if let value = words.popFirst() {
        values[name] = value
      } else {
        throw .badFlag("--" + name, reason: tr("its value is missing"))
      }
    } else if parts.count == 1, name.hasPrefix("no-"),
      let position = schema.position(ofFlag: String(name.dropFirst(3))),
      schema.entries[position].definition.type == .boolean
    {
      values[String(name.dropFirst(3))] = "false"
    } else {
      rest.append(word)
    }
  }
}

/// The command-line flag of a setting, for a program's own help text.
public struct PreferenceFlag: Sendable, Hashable {
  /// The name without the leading hyphens.
  public var name: String
  /// The name of its argument, such as `NUMBER`; nil for a Boolean, which needs none.
  public var argument: String?
  /// The title, unit and default of the setting, in one line.
  public var help: String
}

extension PreferenceSchema {
  /// The flags of all settings that are not secret.
  public var commandLineFlags: [PreferenceFlag] {
    entries.filter { !$0.definition.isSecret }.map { entry in
      let definition = entry.definition
      var help = definition.title
      if let unit = definition.unit { help += " (\(unit))" }
      help += " [" + definition.defaultContent.text + "]"
      return PreferenceFlag(name: entry.name, argument: definition.argument, help: help)
    }
  }

  /// The help text for all flags, one line each, as a program's `--help` prints it.
  public func help() -> String {
    let rows =
      commandLineFlags.map { flag in
        let isOn =
          flags[flag.name].map { entries[$0].definition.defaultContent } == .boolean(true)
        let name =
          flag.argument.map { "--\(flag.name)=\($0)" } ?? "--\(isOn ? "no-" : "")\(flag.name)"
        return (name, flag.help)
      } + [("--print-preferences", tr("Print all settings, and who has set them"))]
    let width = min(36, rows.map(\.0.columnCount).max() ?? 0)
    return rows.map { name, help in
      let space = String(repeating: " ", count: max(1, width - name.columnCount + 2))
      return "  " + name + space + help + "\n"
    }.joined()
  }
}

extension PreferenceDefinition {
  /// The name of the flag's argument; nil if the flag needs none.
  fileprivate var argument: String? {
    if !choices.isEmpty { return choices.map(\.content.text).joined(separator: "|") }
    return type.argument
  }
}
