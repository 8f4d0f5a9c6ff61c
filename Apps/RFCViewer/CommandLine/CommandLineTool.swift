import HikidashiPreferences
import RFCKit

/// The program as it is used from a shell.
///
/// ```
/// rfcviewer [--mirror DIR|URL] [--offline] [--open N] [--screenshot OUT.png]
/// rfcviewer index FILE [--json | --tsv | --warnings]
/// rfcviewer list | search WORDS… | show N [--mirror DIR|URL] [--json] [--offline]
/// rfcviewer sync [--all | --range A-B] [--jobs N] [--mirror URL] [--into DIR] [--queue URL]
///   [--verify] [--replace] [--timeout N]
/// rfcviewer help [COMMAND]
/// rfcviewer --print-preferences
/// ```
///
/// Options stand before the name of a command or behind it; so do the flags of settings
/// (`ViewerPreferences`), which are for this run.
enum CommandLineTool {
  static let version = "0.1.0"

  /// Does what `arguments`, the program's name first, ask for, or tells what the window is to show.
  ///
  /// What goes wrong is one line on standard error and an exit code of 1, or 2 for wrong usage.
  static func run(
    arguments: [String], output: CommandOutput = .process()
  ) -> Invocation {
    do throws(CommandError) {
      return try dispatch(Array(arguments.dropFirst()), output)
    } catch {
      if case .closedPipe = error {} else { output.complain(line(for: error)) }
      return .exit(error.exitCode)
    }
  }

  private static func dispatch(
    _ arguments: [String], _ output: CommandOutput
  ) throws(CommandError) -> Invocation {
    let settings = ViewerPreferences()
    let (schema, flags) = try preferences(settings, arguments)
    let parser = windowParser(schema)
    let words = CommandWords(flags.rest, window: parser.options)
    if flags.isReportAsked {
      try output.write(try open(settings, flags).report())
      return .exit(0)
    }
    if words.name == "help" {
      try output.write(try help(words.rest, parser))
      return .exit(0)
    }
    if let name = words.name {
      guard let command = Command(rawValue: name) else { throw .noCommand(name) }
      if command == .index, let flag = flags.values.keys.min() {
        throw .conflict("--" + flag, "“" + name + "”")
      }
      try command.run(
        words.rest,
        preferred: command == .index ? PreferredSource() : try preferred(settings, flags), output)
      return .exit(0)
    }
    let options = try parser.parse(words.rest)
    if options.has("help") {
      try output.write(parser.help())
      return .exit(0)
    }
    if options.has("version") {
      try output.write("rfcviewer " + version + "\n")
      return .exit(0)
    }
    var window = try windowOptions(options)
    // What is wrong with a value is said here, and not by a window.
    if !flags.values.isEmpty { _ = try open(settings, flags) }
    window.flags = flags.values
    return .window(window)
  }

  /// `rfcviewer help`, of a command or of all.
  private static func help(
    _ words: [String], _ parser: OptionParser
  ) throws(CommandError) -> String {
    let words = words.filter { !$0.hasPrefix("-") }
    guard let name = words.first else { return parser.help() }
    if words.count > 1 { throw .extraArgument(command: "help", words[1]) }
    if name == "help" { return parser.help() }
    guard let command = Command(rawValue: name) else { throw .noCommand(name) }
    return command.parser.help()
  }

  /// The settings, and their flags among the arguments.
  private static func preferences(
    _ settings: ViewerPreferences, _ arguments: [String]
  ) throws(CommandError) -> (PreferenceSchema, PreferenceArguments) {
    do {
      let schema = try PreferenceSchema(settings)
      return (schema, try PreferenceArguments(arguments, schema, leavesHelp: true))
    } catch {
      throw failure(error)
    }
  }

  private static func open(
    _ settings: ViewerPreferences, _ flags: PreferenceArguments
  ) throws(CommandError) -> PreferenceStore {
    do { return try settings.open(flags.values, isCopy: true) } catch { throw failure(error) }
  }

  private static func failure(_ error: any Error) -> CommandError {
    .preferences(error as? PreferenceError ?? .badFlag("--print-preferences", reason: "\(error)"))
  }

  private static func preferred(
    _ settings: ViewerPreferences, _ flags: PreferenceArguments
  ) throws(CommandError) -> PreferredSource {
    let store = try open(settings, flags)
    let mirror = settings.network.mirror
    return PreferredSource(
      mirror: store.isChanged(mirror) ? store[mirror] : nil,
      complaint: settings.complaintAboutMirror(in: store), jobs: store[settings.network.jobs])
  }

  private static func windowParser(_ schema: PreferenceSchema) -> OptionParser {
    OptionParser(
      usage: tr("[COMMAND …]"),
      summary: tr("Read RFCs: opens the window, unless a command is given."),
      description: tr(
        """
        Commands:
          index FILE      Count the entries of an RFC index, or print them
          list            Print the numbers, dates and titles in the library
          search WORDS…   Print those that match all words
          show N          Print the text of an RFC; 0 is the guide to this program
          sync            Fetch RFCs from a mirror, to be read without a network
          help [COMMAND]  Print this help, or that of a command

        The options of a command stand before its name or behind it.

        Exit codes: 0 when all was done, 1 when nothing was found or something cannot
        be had, 2 for a wrong command line, 130 when it was interrupted.
        """) + "\n\n" + tr("Settings, for this run:") + "\n" + schema.help(),
      options: [
        .help, .mirror,
        OptionDefinition(
          name: "open", letter: "o", argument: "N", help: tr("Open this RFC in the window")),
        OptionDefinition(
          name: "screenshot", argument: tr("OUT.png"),
          help: tr("Write a picture of the window and end")),
        .offline,
        OptionDefinition(name: "version", help: tr("Print the version")),
      ])
  }

  private static func windowOptions(_ options: ParsedOptions) throws(CommandError) -> WindowOptions
  {
    var window = WindowOptions(
      mirror: options["mirror"], isOffline: options.has("offline"),
      screenshot: options["screenshot"])
    if let mirror = window.mirror { try check(try openLibrary(mirror)) }
    if let word = options["open"] { window.open = try number(word) }
    return window
  }

  /// A folder without an index is told of here, as a window with nothing in it helps nobody.
  private static func check(_ library: RFCLibrary) throws(CommandError) {
    do throws(RFCLibraryError) { try library.checkIndex() } catch { throw .library(error) }
  }

  /// The number of an RFC that a person typed: digits, perhaps behind `RFC`.
  static func number(_ word: String) throws(CommandError) -> Int {
    guard let number = RFCEntry.number(word) else { throw .notANumber(word) }
    return number
  }

  static func openLibrary(_ mirror: String?) throws(CommandError) -> RFCLibrary {
    guard let mirror, !RFCMirror.isAddress(mirror) else { return try keptLibrary(mirror) }
    do throws(RFCLibraryError) {
      return try .mirror(directory: mirror)
    } catch {
      // An address that is none may be taken for a folder, and have a password.
      if case .noMirror(let path, _) = error, path.withoutPassword != path {
        throw .mirror(RFCMirrorError(address: path))
      }
      throw .library(error)
    }
  }

  /// What was fetched from a mirror before; the built-in library where that is nothing.
  private static func keptLibrary(_ address: String?) throws(CommandError) -> RFCLibrary {
    do throws(RFCMirrorError) {
      let mirror = try address.map { text throws(RFCMirrorError) in try RFCMirror(text) }
      guard let folder = RFCFolder.userPath(for: mirror ?? .rfcEditor) else { return .builtIn }
      return .kept(in: folder)
    } catch {
      throw .mirror(error)
    }
  }

  /// One line, whatever characters a file name or an argument brought along.
  private static func line(for error: CommandError) -> String {
    "rfcviewer: " + error.description.withoutControls
  }
}

extension OptionDefinition {
  static var help: OptionDefinition {
    OptionDefinition(name: "help", letter: "h", help: tr("Print this help"))
  }

  static var mirror: OptionDefinition {
    OptionDefinition(
      name: "mirror", letter: "m", argument: tr("DIR|URL"),
      help: tr("Folder with rfc-index.txt and rfcN.txt, or address of a mirror"))
  }

  static var offline: OptionDefinition {
    OptionDefinition(name: "offline", help: tr("Ask no server; show what is here"))
  }

  static var json: OptionDefinition {
    OptionDefinition(name: "json", letter: "j", help: tr("Print every field as JSON"))
  }
}

extension String {
  /// The text with a space for every control character, so that it stays one harmless line.
  var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(scalars)
  }
}
