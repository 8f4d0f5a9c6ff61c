internal import HikidashiBase
public import HikidashiPreferences

/// An error that ends a command with a status of its own. Any other error ends it with 1.
public protocol CommandFailure: Error {
  /// The status to exit with: 0 to 255, where 2 says that the command line is wrong.
  var exitStatus: Int32 { get }
}

/// A command line that cannot be used, which ends the program with status 2.
///
/// ```swift
/// guard let number = Int(word) else {
///   throw CommandMisuse("“\(word)” is no number of a page")
/// }
/// ```
public struct CommandMisuse: CommandFailure, Equatable, CustomStringConvertible {
  /// What is wrong, as a sentence without its end.
  public var description: String
  /// Whether the message goes on with the way to the help.
  public var pointsToHelp: Bool

  /// The status, which is 2.
  public var exitStatus: Int32 { 2 }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - description: What is wrong, as a sentence without its end.
  ///   - pointsToHelp: Whether the message goes on with “see “program --help””.
  public init(_ description: String, pointsToHelp: Bool = false) {
    self.description = description
    self.pointsToHelp = pointsToHelp
  }

  /// Two that exclude each other, as they are written on the command line.
  public static func conflict(_ one: String, _ other: String) -> CommandMisuse {
    CommandMisuse(tr("{} and {} do not go together; give one of them", one, other))
  }

  /// - Parameters:
  ///   - option: What was typed, with its hyphens.
  ///   - known: The names of the options that there are.
  static func unknown(_ option: String, known: [String] = []) -> CommandMisuse {
    let name = String(option.drop { $0 == "-" })
    if let meant = NearestWord.nearest(to: name, among: known) {
      return CommandMisuse(tr("there is no option {}; did you mean --{}?", option, meant))
    }
    return CommandMisuse(tr("there is no option {}", option), pointsToHelp: true)
  }

  static func missingValue(_ option: String) -> CommandMisuse {
    CommandMisuse(tr("{} needs a value", option), pointsToHelp: true)
  }

  static func extraValue(_ option: String) -> CommandMisuse {
    CommandMisuse(tr("{} takes no value", option), pointsToHelp: true)
  }

  /// A word that a command needs and was not given, such as “the path of an index”.
  public static func missing(_ what: String, command: String) -> CommandMisuse {
    CommandMisuse(
      command.isEmpty ? tr("{} is missing", what) : tr("“{}” needs {}", command, what),
      pointsToHelp: true)
  }

  static func extra(_ word: String, command: String) -> CommandMisuse {
    let word = word.withoutPasswords
    return CommandMisuse(
      command.isEmpty
        ? tr("there is no use for “{}”", word) : tr("“{}” has no use for “{}”", command, word),
      pointsToHelp: true)
  }

  static func noCommand(_ word: String, of commands: [Command]) -> CommandMisuse {
    if let meant = NearestWord.nearest(to: word, among: commands.map(\.name) + ["help"]) {
      return CommandMisuse(
        tr("there is no command “{}”; did you mean “{}”?", word.withoutPasswords, meant))
    }
    let names = commands.map(\.name).joined(separator: ", ")
    return CommandMisuse(
      tr(
        "there is no command “{}”; the commands are {} and help", word.withoutPasswords, names))
  }
}

extension String {
  /// The word without what may be a password: all that stands before its last `@`.
  fileprivate var withoutPasswords: String {
    guard let at = lastIndex(of: "@"), self[..<at].contains(":") else { return self }
    return String(self[index(after: at)...])
  }
}

/// An end that the person or the system asked for by a signal. It ends the program with status 130.
public struct CommandInterruption: CommandFailure, CustomStringConvertible {
  /// What is told, as a sentence without its end.
  public var description: String

  /// The status, which is 130.
  public var exitStatus: Int32 { 130 }

  /// Makes the error.
  ///
  /// - Parameter description: What is told; “stopped” in the reader's language where it is nil.
  public init(_ description: String? = nil) {
    self.description = description ?? tr("stopped")
  }
}

extension PreferenceError: CommandFailure {
  /// The status, which is 2: flags, variables or files of settings have to be mended first.
  public var exitStatus: Int32 { 2 }
}
