import HikidashiCommands
import HikidashiPreferences
import RFCKit

/// The program as it is used from a shell.
///
/// ```
/// rfcviewer [--mirror DIR|URL] [--offline] [--open N] [--screenshot OUT.png]
/// rfcviewer index FILE [--json | --tsv | --warnings]
/// rfcviewer list [--status S] [--since DATE] [--until DATE] [--author NAME] [--limit N] [--sort FIELD]
/// rfcviewer search WORDS… | show N [--section S] [--mirror DIR|URL] [--json] [--offline]
/// rfcviewer sections N | refs N | requirements N [--tsv] | abbreviations N [--tsv]
/// rfcviewer errata N [--all] | diff A B | cited-by N | lineage N | cite N [--bibtex | --xml]
/// rfcviewer news [--since DATE] [--mirror DIR|URL] [--json] [--offline]
/// rfcviewer bookmarks [WORDS…] [--rfc N] [--kind K] [--tag T] [--csv | --markdown | --json]
/// rfcviewer bookmarks --add N [--section S] [--quote TEXT] [--note TEXT] | --remove NUMBER
/// rfcviewer gaps | changes --from FILE [--to FILE]
/// rfcviewer search --full WORDS… [--mirror DIR|URL] [--json] [--limit N]
/// rfcviewer sync [--all | --range A-B] [--jobs N] [--mirror URL] [--into DIR] [--queue URL]
///   [--verify] [--replace] [--timeout N]
/// ```
///
/// The flags of settings (`ViewerPreferences`) are for one run.
enum CommandLineTool {
  static let version = "0.2.0"

  /// Options, commands and settings.
  static var program: CommandProgram {
    let settings = ViewerPreferences()
    return CommandProgram(
      "rfcviewer", version: version,
      summary: tr("Read RFCs: opens the window, unless a command is given."),
      description: tr(
        """
        The options of a command stand before its name or behind it.

        Exit codes: 0 when all was done, 1 when nothing was found or something cannot
        be had, 2 for a wrong command line, 130 when it was interrupted.
        """),
      options: [
        .mirror,
        CommandOption(
          "open", "o", argument: tr("N|FILE"),
          help: tr("Open this RFC, or this file, in the window")),
        CommandOption(
          "screenshot", argument: tr("OUT.png"), help: tr("Write a picture of the window and end")),
        .offline,
      ],
      commands: LibraryCommand.commands + DocumentCommand.commands
        + [ErrataCommand.command, DiffCommand.command] + RelationCommand.commands
        + ChangesCommand.commands + [
          NewsCommand.command, BookmarksCommand.command, IndexCommand.command,
          SyncCommand.command,
        ]
    ).settings(settings) { try settings.open($0, isCopy: true) }
  }

  /// What a command finds where its words name no mirror.
  struct Preferred {
    /// The address of a mirror, or a folder; nil for the RFC Editor's.
    let mirror: String?
    /// Downloads at once.
    let jobs: Int

    init(_ arguments: CommandArguments) throws {
      let settings = ViewerPreferences()
      let store = try settings.open(arguments.settings, isCopy: true)
      let set = settings.network.mirror
      let folder = store[settings.network.folder]
      let isSync = arguments.command == "sync"
      let mirror =
        arguments["mirror"] ?? (folder.isEmpty || isSync ? nil : folder)
        ?? (store.isChanged(set) ? store[set] : nil)
      if mirror == nil, let complaint = settings.complaintAboutMirror(in: store) { throw complaint }
      self.mirror = mirror
      jobs = store[settings.network.jobs]
    }
  }

  /// The number of an RFC that a person typed: digits, perhaps behind `RFC`.
  static func number(_ word: String) throws(CommandMisuse) -> Int {
    guard let number = RFCEntry.number(word) else { throw .notANumber(word) }
    return number
  }

  static func openLibrary(_ mirror: String?) throws -> RFCLibrary {
    guard let mirror, !RFCMirror.isAddress(mirror) else {
      // What was fetched from a mirror before; the built-in library where that is nothing.
      let mirror = try mirror.map { try RFCMirror(misuse: $0) } ?? .rfcEditor
      return RFCFolder.userPath(for: mirror).map { .kept(in: $0) } ?? .builtIn
    }
    do throws(RFCLibraryError) {
      return try .mirror(directory: mirror)
    } catch {
      // An address that is none may be taken for a folder, and have a password.
      if case .noMirror(let path, _) = error, path.withoutPassword != path {
        throw CommandMisuse(RFCMirrorError(address: path).description)
      }
      throw error
    }
  }
}

extension RFCMirror {
  /// The mirror of an address that stands on the command line.
  init(misuse address: String) throws(CommandMisuse) {
    do throws(RFCMirrorError) { self = try RFCMirror(address) } catch {
      throw CommandMisuse(error.description)
    }
  }
}

/// What the window is to show when it opens.
struct WindowOptions: Equatable {
  /// A folder with an index and documents, or the address of a mirror; nil for the RFC Editor's.
  var mirror: String?
  /// Whether no server is to be asked.
  var isOffline = false
  /// The number of the document to open.
  var open: Int?
  /// The path of the document to open, wherever it lies.
  var file: String?
  /// Where to write a picture of the window; the program ends afterwards.
  var screenshot: String?
  /// The flags of settings, by their names, and their values.
  var flags: [String: String] = [:]
}

extension WindowOptions {
  /// - Throws: What is wrong with a number or a folder: a window with nothing in it helps nobody.
  init(_ arguments: CommandArguments) throws {
    mirror = arguments["mirror"]
    isOffline = arguments.has("offline")
    screenshot = arguments["screenshot"]
    flags = arguments.settings
    if let mirror { try CommandLineTool.openLibrary(mirror).checkIndex() }
    // The desktop's menu has nothing to open, and says so by an empty word.
    if let word = arguments["open"], !word.isEmpty {
      file = Self.file(word)
      if file == nil { open = try CommandLineTool.number(word) }
    }
  }
}

extension WindowOptions {
  /// The path of a file that a word on the command line names: a URI, or a path with a slash or an ending.
  ///
  /// - Returns: Nil for the number of an RFC, in whatever form.
  static func file(_ word: String) -> String? {
    if let path = FileAddress.path(word) { return path }
    guard !word.contains(":"), word.contains("/") || word.lowercased().hasSuffix(".txt") else {
      return nil
    }
    return FileAddress.whole(word)
  }
}

extension CommandOption {
  static var mirror: CommandOption {
    CommandOption(
      "mirror", "m", argument: tr("DIR|URL"),
      help: tr("Folder with rfc-index.txt and rfcN.txt, or address of a mirror"))
  }

  static var offline: CommandOption {
    CommandOption("offline", help: tr("Ask no server; show what is here"))
  }

  static var json: CommandOption {
    CommandOption("json", "j", help: tr("Print every field as JSON"))
  }
}
