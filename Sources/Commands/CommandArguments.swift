internal import HikidashiBase

/// The words and options that a command was given.
///
/// ```swift
/// Command("index", "FILE", summary: "Count the entries of an index.", options: [.json]) {
///   let path = try $0.word("the path of an index")
///   try $1.write($0.has("json") ? json(path) : table(path))
/// }
/// ```
public struct CommandArguments: Sendable, Equatable {
  /// The words that are neither options nor values of options, in their order.
  public internal(set) var words: [String] = []
  /// The values of the flags of settings, keyed by the flags without their leading hyphens, for
  /// `PreferenceSource.arguments`.
  public internal(set) var settings: [String: String] = [:]
  /// The name of the command; empty for the program itself.
  public internal(set) var command = ""
  private var values: [String: String] = [:]

  mutating func set(_ option: CommandOption, to value: String) { values[option.name] = value }

  /// The value of an option, the last one where it is given more than once; nil where it is not given.
  public subscript(_ name: String) -> String? { values[name] }

  /// Whether an option is given.
  public func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns the only word.
  ///
  /// - Parameter what: What the word is, for the message where it is missing, as in “the path of an
  ///   index”.
  /// - Throws: ``CommandMisuse`` where there is none, or more than one.
  public func word(_ what: String) throws(CommandMisuse) -> String {
    guard let word = words.first else { throw .missing(what, command: command) }
    if words.count > 1 { throw .extra(words[1], command: command) }
    return word
  }

  /// Throws ``CommandMisuse`` where there is a word, for a command that takes none.
  public func takesNoWords() throws(CommandMisuse) {
    if let word = words.first { throw .extra(word, command: command) }
  }

  /// Returns the one of these options that is given; nil where none is.
  ///
  /// - Throws: ``CommandMisuse`` where more than one is given.
  public func one(of names: String...) throws(CommandMisuse) -> String? {
    let given = names.filter(has)
    guard given.count <= 1 else { throw .conflict("--" + given[0], "--" + given[1]) }
    return given.first
  }

  /// Returns the whole number that an option has as its value; nil where the option is not given.
  ///
  /// - Throws: ``CommandMisuse`` where the value is no number in the range.
  public func count(_ name: String, in range: ClosedRange<Int>) throws(CommandMisuse) -> Int? {
    guard let word = self[name] else { return nil }
    guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(word), range.contains(count)
    else {
      throw CommandMisuse(
        tr("“{}” is no count; give {} to {}", word, range.lowerBound, range.upperBound))
    }
    return count
  }
}
