import Preferences
import RFCKit
import Support

/// The program as it is used from a shell.
///
/// ```
/// rfcviewer [--mirror DIR|URL] [--offline] [--open N] [--screenshot OUT.png]
/// rfcviewer index FILE [--json | --tsv | --warnings]
/// rfcviewer list | search WORDS… | show N [--mirror DIR] [--json]
/// rfcviewer sync [--all | --range A-B] [--jobs N] [--mirror URL] [--into DIR] [--queue URL]
///   [--verify] [--replace] [--timeout N]
/// rfcviewer --print-preferences
/// ```
///
/// A flag of a setting (`ViewerPreferences`) may stand anywhere, for this run.
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
    let options = try parser.parse(flags.rest)
    if options.has("help") {
      try output.write(parser.help())
      return .exit(0)
    }
    if options.has("version") {
      try output.write("rfcviewer " + version + "\n")
      return .exit(0)
    }
    if flags.isReportAsked {
      try output.write(try open(settings, flags).report())
      return .exit(0)
    }
    guard let name = options.words.first else {
      var window = try windowOptions(options)
      // What is wrong with a value is said here, and not by a window.
      if !flags.values.isEmpty { _ = try open(settings, flags) }
      window.flags = flags.values
      return .window(window)
    }
    guard let command = Command(rawValue: name) else { throw .noCommand(name) }
    if command == .index, let flag = flags.values.keys.min() {
      throw .conflict("--" + flag, "“" + name + "”")
    }
    for window in ["open", "screenshot", "offline"] where options.has(window) {
      throw .conflict("--" + window, "“" + name + "”")
    }
    try command.run(
      Array(options.words.dropFirst()), mirror: options["mirror"],
      preferred: command == .index ? PreferredSource() : try preferred(settings, flags), output)
    return .exit(0)
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
      mirror: store.isChanged(mirror) ? store[mirror] : nil, jobs: store[settings.network.jobs])
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

        “rfcviewer COMMAND --help” tells more about each.
        """) + "\n\n" + tr("Settings, for this run:") + "\n" + schema.help(),
      options: [
        .help, .mirror,
        OptionDefinition(
          name: "open", letter: "o", argument: "N", help: tr("Open this RFC in the window")),
        OptionDefinition(
          name: "screenshot", argument: tr("OUT.png"),
          help: tr("Write a picture of the window and end")),
        OptionDefinition(name: "offline", help: tr("Ask no server; show what is here")),
        OptionDefinition(name: "version", help: tr("Print the version")),
      ],
      stopsAtWord: true)
  }

  private static func windowOptions(_ options: ParsedOptions) throws(CommandError) -> WindowOptions
  {
    var window = WindowOptions(
      mirror: options["mirror"], isOffline: options.has("offline"),
      screenshot: options["screenshot"])
    if let mirror = window.mirror { _ = try openLibrary(mirror) }
    if let word = options["open"] { window.open = try number(word) }
    return window
  }

  /// The number of an RFC that a person typed: digits, perhaps behind `RFC`.
  static func number(_ word: String) throws(CommandError) -> Int {
    let digits = word.lowercased().hasPrefix("rfc") ? word.dropFirst(3) : word[...]
    guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(digits)
    else { throw .notANumber(word) }
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
