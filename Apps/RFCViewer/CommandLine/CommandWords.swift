/// The words of a command line: the name of a command, and what stands before it and behind it.
///
/// An option may stand on either side of the name, so what is no option and no option's value is the
/// first word that counts.
struct CommandWords {
  /// What may be the name of a command; nil where there are options only.
  private(set) var name: String?
  /// All other words, in their order.
  private(set) var rest: [String] = []

  /// - Parameter window: The options of the program without a command.
  init(_ words: [String], window: [OptionDefinition]) {
    let options = window + Command.allCases.flatMap(\.parser.options)
    var words = words[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word.count > 1, word != "--" else {
        name = word == "--" ? words.popFirst() : word
        rest += words
        return
      }
      rest.append(word)
      guard let next = words.first, Self.takesValue(word, before: next, options) else { continue }
      rest.append(next)
      words = words.dropFirst()
    }
  }

  /// Whether the word behind an option is its value.
  private static func takesValue(
    _ word: String, before next: String, _ options: [OptionDefinition]
  ) -> Bool {
    if word.hasPrefix("--") {
      return options.contains { "--" + $0.name == word && $0.argument != nil }
    }
    // Of letters in a row only the last can have its value in the next word.
    let meanings = options.filter { $0.letter == word.last }
    let values = meanings.count { $0.argument != nil }
    // A letter that takes a value for one command is a switch for another.
    return values == meanings.count ? values > 0 : values > 0 && Command(rawValue: next) == nil
  }
}
