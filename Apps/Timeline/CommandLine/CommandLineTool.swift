import Hikidashi
import HikidashiCommands
import HikidashiLoading
import HikidashiLoadingCache
import TimelineKit

/// The program as it is used from a shell.
///
/// ```
/// timeline [--folder DIR | --sample] [--open ADDRESS] [--screenshot OUT.png]
/// timeline fetch [SOURCE…] [--pages N] [--json]
/// timeline list [QUERY…] [--source S] [--unread] [--oldest] [--limit N] [--json]
/// timeline search WORDS… [--limit N] [--json]
/// timeline export [QUERY…] [--source S] [--unread] [--json]
/// timeline sources [list | add ADDRESS… | remove SOURCE…] [--title T] [--group G] [--forget] [--json]
/// timeline opml in FILE | out [FILE]
/// ```
enum CommandLineTool {
  static let version = "0.1.0"

  /// Options and commands.
  static var program: CommandProgram {
    CommandProgram(
      "timeline", version: version,
      summary: tr(
        "Read posts and articles in one list: opens the window, unless a command is given."),
      description: tr(
        """
        The options of a command stand before its name or behind it.

        Exit codes: 0 when all was done, 1 when nothing was found or something cannot
        be had, 2 for a wrong command line, 130 when it was interrupted.
        """),
      options: [
        .folder,
        CommandOption(
          "open", argument: tr("ADDRESS"),
          help: tr("Ask in the window whether to add a source: an address, an account, or a file")),
        CommandOption("sample", help: tr("Show the posts that come with the program")),
        CommandOption(
          "screenshot", argument: tr("OUT.png"), help: tr("Write a picture of the window and end")),
      ],
      commands: [
        FetchCommand.command, ListCommand.command, SearchCommand.command, ExportCommand.command,
        SourcesCommand.command, OPMLCommand.command,
      ])
  }

  /// Opens the store that the options name, or that of the user.
  static func openStore(_ arguments: CommandArguments) throws -> TimelineStore {
    guard let folder = arguments["folder"] ?? TimelineStore.userPath else {
      throw CommandError.noHome
    }
    return try TimelineStore(folder: folder)
  }

  /// Opens the store and mends the posts of an earlier version first.
  static func openMendedStore(
    _ arguments: CommandArguments, _ output: CommandOutput
  ) throws -> TimelineStore {
    let store = try openStore(arguments)
    guard store.needsMending else { return store }
    let progress = ProgressLine(output, after: .seconds(1))
    defer { progress.end() }
    let mended = try store.mend {
      progress.show(tr("Posts of an earlier version are made whole"), fraction: $0)
    }
    if mended.shown > 0 {
      output.complain(trn("{} post is back", "{} posts are back", mended.shown, mended.shown))
    }
    return store
  }

  /// What shares the user's own store as the settings say; nil where nothing is shared.
  static func sharing(
    _ store: TimelineStore, _ arguments: CommandArguments
  ) throws -> TimelineSharing? {
    guard arguments["folder"] == nil else { return nil }
    let settings = TimelinePreferences()
    let opened = try settings.open(arguments.settings, isCopy: true)
    for case .badValue("shared", _, let reason) in opened.problems {
      throw PreferenceError.refused(key: "shared", reason: reason)
    }
    return SharedPlace.sharing(store, opened[settings.shared])
  }

  /// What loads, with the answers that were kept.
  static var connector: Connector {
    let cache = UserFolders.cache(of: TimelineApp.id).map { ResponseCache($0 + "/answers.db") }
    return Connector(
      transports: [
        HTTPTransport(), ArchiveTransport(), DescriptorTransport(serving: [.file]),
      ], cache: cache)
  }
}

extension CommandOption {
  static var folder: CommandOption {
    CommandOption(
      "folder", "f", argument: tr("DIR"),
      help: tr("Folder that posts are kept in, instead of the user’s own"))
  }

  static var json: CommandOption {
    CommandOption("json", "j", help: tr("Print every field as JSON"))
  }

  static var source: CommandOption {
    CommandOption(
      "source", "s", argument: tr("SOURCE"), help: tr("Only those of a source: title or address"))
  }

  static var unread: CommandOption {
    CommandOption("unread", "u", help: tr("Only those that are not read"))
  }

  static var limit: CommandOption {
    CommandOption("limit", "n", argument: "N", help: tr("So many at most"))
  }
}
