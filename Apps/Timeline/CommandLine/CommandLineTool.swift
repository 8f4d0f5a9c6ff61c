import HikidashiCommands
import TimelineKit

/// The program as it is used from a shell.
///
/// ```
/// timeline [--folder DIR | --sample] [--screenshot OUT.png]
/// timeline sources [list | add ADDRESS… | remove NAME…] [--json]
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
        CommandOption("sample", help: tr("Show the posts that come with the program")),
        CommandOption(
          "screenshot", argument: tr("OUT.png"), help: tr("Write a picture of the window and end")),
      ],
      commands: [SourcesCommand.command])
  }

  /// Opens the store that the options name, or that of the user.
  static func openStore(_ arguments: CommandArguments) throws -> TimelineStore {
    guard let folder = arguments["folder"] ?? TimelineStore.userPath else {
      throw CommandError.noHome
    }
    return try TimelineStore(folder: folder)
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
}
