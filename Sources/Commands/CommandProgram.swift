internal import Glibc
internal import HikidashiBase
public import HikidashiPreferences

/// A program as it is used from a shell: its options, its commands and the flags of its settings.
///
/// ```swift
/// let program = CommandProgram(
///   "reader", version: "1.0", summary: "Read articles: opens the window, unless a command is given.",
///   options: [CommandOption("open", "o", argument: "FILE", help: "Open this file in the window")],
///   commands: [
///     Command("list", summary: "Print the titles.") { _, output in
///       try output.write("A title\n")
///     }
///   ])
/// program.run { arguments in
///   App(id: "org.example.Reader") { ReaderWindow(arguments["open"]).window() }.run()
/// }
/// ```
///
/// `--help`, `--version` and `help [COMMAND]` are understood by themselves. So are two that the help does
/// not name, as they are for packages: `--print-manual` prints a manual page, in the language of the process,
/// and `--print-completions=SHELL` what bash, zsh or fish read to complete its words. Options may stand before
/// the name of a command and behind it. What goes wrong is one line on standard error and an exit
/// status of 1, or 2 where the command line is wrong; see ``CommandFailure``.
public struct CommandProgram {
  /// What became of a command line.
  public enum Outcome: Equatable {
    /// Everything is done; the program is to end with this status.
    case ended(Int32)
    /// No command was named: the window is to be opened.
    case window(CommandArguments)

    /// The status to exit with: 0 for a window.
    public var status: Int32 {
      switch self {
      case .ended(let status): status
      case .window: 0
      }
    }
  }

  /// The name of the program, as a shell has it.
  public let name: String
  /// The version that `--version` prints.
  public let version: String
  let usage: String
  let summary: String
  let description: String
  let options: [CommandOption]
  let commands: [Command]
  /// The flags of the settings.
  private(set) var settingOptions: [CommandOption] = []
  private var settings: Result<PreferenceSchema, PreferenceSchemaError>?
  private var openSettings: (([String: String]) throws -> PreferenceStore)?

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program, as a shell has it.
  ///   - version: What `--version` prints behind the name.
  ///   - usage: The words that the program takes without a command, such as `[FILE]`; where it is
  ///     empty, it takes none.
  ///   - summary: One line of help.
  ///   - description: More of it, in lines of at most 80 columns, such as the meaning of exit statuses.
  ///   - options: The options of the program without a command, besides `--help` and `--version`.
  ///   - commands: The commands, in the order of the help.
  public init(
    _ name: String, _ usage: String = "", version: String, summary: String,
    description: String = "", options: [CommandOption] = [], commands: [Command] = []
  ) {
    self.name = name
    self.version = version
    self.usage = usage
    self.summary = summary
    self.description = description
    self.options = options
    self.commands = commands
  }

  /// Returns the program with a flag for each setting, such as `--network-jobs=8`, and with
  /// `--print-preferences`, which prints all settings and who has set them.
  ///
  /// ```swift
  /// let program = CommandProgram("reader", version: "1.0", summary: "Read articles.")
  ///   .settings(settings) { flags in
  ///     try PreferenceStore(
  ///       settings, at: .user("org.example.Reader"), version: "1.0",
  ///       layers: [.arguments(flags), .environment("READER"), .administrator])
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - group: The settings.
  ///   - open: Opens them with the values of flags. It is called to print them, and to check the flags
  ///     before a window is opened; ``CommandArguments/settings`` has the same values.
  public func settings(
    _ group: some PreferenceGroup, open: @escaping ([String: String]) throws -> PreferenceStore
  ) -> CommandProgram {
    var program = self
    let schema = Result { () throws(PreferenceSchemaError) in try PreferenceSchema(group) }
    program.settings = schema
    program.settingOptions = (try? schema.get())?.commandLineOptions ?? []
    program.openSettings = open
    return program
  }

  /// Does what the command line of the process asks for, and ends the process.
  ///
  /// - Parameter window: Opens the window where no command is named, and returns when the app has ended.
  public func run(window: (CommandArguments) throws -> Void) -> Never {
    let outcome = run(Array(CommandLine.arguments.dropFirst()), .process(), window: window)
    exit(outcome.status)
  }

  /// Does what the words of a command line ask for, and returns what became of it, as a test wants it.
  ///
  /// - Parameters:
  ///   - words: The words without the program's name.
  ///   - output: Where it writes and reads.
  ///   - window: Opens the window where no command is named.
  public func run(
    _ words: [String], _ output: CommandOutput,
    window: (CommandArguments) throws -> Void = { _ in }
  ) -> Outcome {
    var output = output
    output.program = name
    var command: Command?
    do {
      let outcome = try dispatch(words, output, &command)
      if case .window(let arguments) = outcome { try window(arguments) }
      return outcome
    } catch CommandOutput.Failure.closedPipe {
      return .ended(CommandOutput.Failure.closedPipe.exitStatus)
    } catch {
      var line = "\(error)"
      if let misuse = error as? CommandMisuse, misuse.pointsToHelp {
        line = tr("{}; see “{} --help”", line, command.map { name + " " + $0.name } ?? name)
      }
      output.complain(line)
      return .ended((error as? any CommandFailure)?.exitStatus ?? 1)
    }
  }

  private func dispatch(
    _ words: [String], _ output: CommandOutput, _ command: inout Command?
  ) throws -> Outcome {
    _ = try settings?.get()
    if let text = try printed(words) {
      try output.write(text)
      return .ended(0)
    }
    let all = ownOptions + settingOptions + commands.flatMap(\.options)
    let names = commands.map(\.name) + ["help"]
    var split = CommandWords(words, options: all, names: names)
    if let name = split.name, !names.contains(name) {
      guard !usage.isEmpty else { throw noCommand(name) }
      split = CommandWords(own: words)
    }
    command = commands.first { $0.name == split.name }
    let parser = CommandParser(
      options: (command.map { $0.options + [.help] } ?? ownOptions)
        + (settings == nil ? [] : [.report]),
      settings: settingOptions)
    let arguments = try parser.parse(
      split.name == "help" ? split.rest.filter { !$0.hasPrefix("-") } : split.rest,
      command: split.name ?? "")
    if split.name == "help" {
      try output.write(try help(arguments))
    } else if arguments.has(CommandOption.help.name) {
      try output.write(help(of: command))
    } else if arguments.has(CommandOption.report.name) {
      try output.write(try openSettings?(arguments.settings).report() ?? "")
    } else if let command {
      if !command.takesSettings, let flag = arguments.settings.keys.min() {
        throw CommandMisuse.conflict("--" + flag, "“" + command.name + "”")
      }
      try command.body(arguments, output)
    } else if arguments.has(CommandOption.version.name) {
      try output.write(name + " " + version + "\n")
    } else {
      if usage.isEmpty { try arguments.takesNoWords() }
      // What is wrong with a value is said here, and not by a window.
      if !arguments.settings.isEmpty { _ = try openSettings?(arguments.settings) }
      return .window(arguments)
    }
    return .ended(0)
  }

  /// What a package of the program has besides it.
  private func printed(_ words: [String]) throws(CommandMisuse) -> String? {
    let completions = "--print-completions="
    guard words.count == 1, let word = words.first else { return nil }
    if word == "--print-manual" { return manual() }
    guard word.hasPrefix(completions) else { return nil }
    let shell = String(word.dropFirst(completions.count))
    guard let script = CompletionScript(rawValue: shell) else {
      let names = CompletionScript.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandMisuse(tr("completions are for {}, and not for “{}”", names, shell))
    }
    return script.text(of: self)
  }

  private func noCommand(_ name: String) -> CommandMisuse {
    commands.isEmpty ? .extra(name, command: "") : .noCommand(name, of: commands)
  }

  /// `help`, of a command or of the program.
  private func help(_ arguments: CommandArguments) throws(CommandMisuse) -> String {
    if arguments.words.count > 1 { throw .extra(arguments.words[1], command: "help") }
    guard let name = arguments.words.first, name != "help" else { return help(of: nil) }
    guard let command = commands.first(where: { $0.name == name }) else { throw noCommand(name) }
    return help(of: command)
  }

  /// The options of the program without a command.
  var ownOptions: [CommandOption] { options + [.help, .version] }
}

extension CommandOption {
  static var help: CommandOption { CommandOption("help", "h", help: tr("Print this help")) }

  static var version: CommandOption { CommandOption("version", help: tr("Print the version")) }

  static var report: CommandOption {
    CommandOption("print-preferences", help: tr("Print all settings, and who has set them"))
  }
}
