internal import HikidashiBase

/// Takes the words of a command line apart.
struct CommandParser {
  /// The options of the command, or of the program.
  var options: [CommandOption]
  /// The flags of settings.
  var settings: [CommandOption] = []

  /// - Parameter words: The words without the names of program and command.
  func parse(_ words: [String], command: String = "") throws(CommandMisuse) -> CommandArguments {
    var arguments = CommandArguments()
    arguments.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments.words += rest
        break
      } else if word.hasPrefix("--") {
        try takeName(word, &rest, &arguments)
      } else if word.hasPrefix("-"), word.count > 1 {
        try takeLetters(word, &rest, &arguments)
      } else {
        arguments.words.append(word)
      }
    }
    return arguments
  }

  /// `--name`, `--name=value`, `--name value`, and `--no-name` of a Boolean setting.
  private func takeName(
    _ word: String, _ rest: inout ArraySlice<String>, _ arguments: inout CommandArguments
  ) throws(CommandMisuse) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let written = parts.count == 2 ? String(parts[1]) : nil
    if let option = options.first(where: { $0.name == name }) {
      if option.argument == nil {
        guard written == nil else { throw .extraValue("--" + name) }
        arguments.set(option, to: "")
      } else {
        guard let value = written ?? rest.popFirst() else { throw .missingValue("--" + name) }
        arguments.set(option, to: value)
      }
    } else if let option = settings.first(where: { $0.name == name }) {
      let value = written ?? (option.isBoolean ? "true" : rest.popFirst())
      guard let value else { throw .missingValue("--" + name) }
      arguments.settings[name] = value
    } else if let option = negated(name), written == nil {
      arguments.settings[option.name] = "false"
    } else {
      throw .unknown("--" + name, known: (options + settings).map(\.name))
    }
  }

  private func negated(_ name: String) -> CommandOption? {
    guard name.hasPrefix("no-") else { return nil }
    return settings.first { $0.isBoolean && $0.name == name.dropFirst(3) }
  }

  /// `-a`, `-ab`, `-ofile` and `-o file`.
  private func takeLetters(
    _ word: String, _ rest: inout ArraySlice<String>, _ arguments: inout CommandArguments
  ) throws(CommandMisuse) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else {
        throw .unknown("-" + String(letter))
      }
      guard option.argument != nil else {
        arguments.set(option, to: "")
        continue
      }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
        throw .missingValue("-" + String(letter))
      }
      arguments.set(option, to: value)
      return
    }
  }
}

/// The name of a command, and the words around it.
///
/// An option may stand on either side of the name, so the name is the first word that is no option
/// and no option's value.
struct CommandWords {
  /// What may be the name of a command; nil where there are options only.
  private(set) var name: String?
  /// All other words, in their order.
  private(set) var rest: [String] = []

  /// Words without the name of a command.
  init(own words: [String]) { rest = words }

  /// - Parameters:
  ///   - options: The options of the program, those of its settings, and those of each command.
  ///   - names: The names of the commands.
  init(_ words: [String], options: [CommandOption], names: [String]) {
    var words = words[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word.count > 1, word != "--" else {
        // Behind two hyphens there are no options any more.
        name = word == "--" ? words.popFirst() : word
        rest += (word == "--" ? ["--"] : []) + words
        return
      }
      rest.append(word)
      guard let next = words.first,
        Self.takesValue(word, options, isCommandNext: names.contains(next))
      else { continue }
      rest.append(next)
      words = words.dropFirst()
    }
  }

  /// Whether the word behind an option is its value.
  private static func takesValue(
    _ word: String, _ options: [CommandOption], isCommandNext: Bool
  ) -> Bool {
    if word.hasPrefix("--") {
      return options.contains { "--" + $0.name == word && $0.argument != nil && !$0.isBoolean }
    }
    // Of letters in a row only the last can have its value in the next word.
    let meanings = options.filter { $0.letter == word.last }
    let values = meanings.count { $0.argument != nil }
    // A letter that takes a value for one command is a switch for another.
    return values == meanings.count ? values > 0 : values > 0 && !isCommandNext
  }
}
