internal import HikidashiBase
public import HikidashiPreferences
internal import HikidashiRecords

extension CommandProgram {
  /// The help text of a command; of the program where it is nil.
  func help(of command: Command?) -> String {
    var parts = [
      tr("Usage:") + "\n" + usages(of: command).map { "  " + $0 + "\n" }.joined(),
      (command?.summary ?? summary) + "\n",
    ]
    if command == nil, !commands.isEmpty {
      let rows = commands.map {
        ($0.usage.isEmpty ? $0.name : $0.name + " " + $0.usage, $0.summary)
      }
      let help = (tr("help [COMMAND]"), tr("Print this help, or that of a command."))
      parts.append(tr("Commands:") + "\n" + columns(rows + [help]))
    }
    let options = command.map { $0.options + [.help] } ?? ownOptions
    parts.append(tr("Options:") + "\n" + columns(rows(options)))
    if command == nil, !settingOptions.isEmpty {
      parts.append(tr("Settings, for this run:") + "\n" + columns(rows(settingOptions + [.report])))
    }
    let more = command?.description ?? description
    if !more.isEmpty { parts.append(more + "\n") }
    return parts.joined(separator: "\n")
  }

  /// The ways to call a command, or the program.
  func usages(of command: Command?) -> [String] {
    let forms = command.map { [[$0.name, $0.usage]] } ?? [[usage]]
    let named = command == nil && !commands.isEmpty ? [[tr("COMMAND …")]] : []
    return (forms + named).map { words in
      ([name, tr("[OPTION…]")] + words).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}

/// `-j, --jobs=N` and the help of each; names stand below one another, with or without a letter.
private func rows(_ options: [CommandOption]) -> [(String, String)] {
  let blank = options.contains { $0.letter != nil } ? "    " : ""
  return options.map { option in
    let start = (option.letter.map { "-\($0), " } ?? blank) + (option.isOn ? "--no-" : "--")
    return (start + option.name + (option.argument.map { "=" + $0 } ?? ""), option.help)
  }
}

/// Lines of two columns.
private func columns(_ rows: [(String, String)]) -> String {
  let width = min(36, rows.map(\.0.columnCount).max() ?? 0)
  return rows.map { name, help in
    let space = String(repeating: " ", count: max(1, width - name.columnCount + 2))
    return "  " + name + space + help + "\n"
  }.joined()
}

extension PreferenceSchema {
  /// The flags of all settings that are not secret.
  public var commandLineOptions: [CommandOption] {
    entries.filter { !$0.definition.isSecret }.map { entry in
      let definition = entry.definition
      var help = definition.title
      if let unit = definition.unit { help += " (\(unit))" }
      help += " [" + definition.defaultContent.text + "]"
      var option = CommandOption(
        String(entry.flag.dropFirst(2)), argument: definition.argumentName, help: help)
      option.isBoolean = definition.type == .boolean
      option.isOn = definition.defaultContent == .boolean(true)
      return option
    }
  }
}

extension PreferenceDefinition {
  /// The name of the flag's argument; nil if the flag needs none.
  fileprivate var argumentName: String? {
    if !choices.isEmpty { return choices.map(\.content.text).joined(separator: "|") }
    return type.argument
  }
}
