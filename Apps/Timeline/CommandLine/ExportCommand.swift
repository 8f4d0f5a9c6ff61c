import HikidashiCommands
import TimelineKit

/// `timeline export`, which prints every field of posts.
struct ExportCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "export", tr("[QUERY…]"), summary: tr("Print all posts with every field, as JSON."),
      description: tr(
        """
        One array with a post on each line, the oldest first, with bookmarks, notes and what
        was read. The file can be added as a source, here or elsewhere.
        """),
      options: [.folder, .json] + PostChoice.options
    ) { try ExportCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let store = try CommandLineTool.openMendedStore(arguments, output)
    let choice = try PostChoice(arguments, store)
    let print = PostPrint(store)
    var separator = "[\n"
    try store.forEach(choice.filter) { record in
      try output.write(separator + JSONValue.object(try print.json(record, isWhole: true)).text)
      separator = ",\n"
    }
    try output.write(separator == "[\n" ? "[]\n" : "\n]\n")
  }
}
