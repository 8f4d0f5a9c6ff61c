import HikidashiCommands
import HikidashiStorage
import TimelineKit

/// `timeline sources`, which lists where posts come from.
struct SourcesCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "sources", summary: tr("Print where posts come from."), options: [.folder, .json]
    ) { try SourcesCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let store = try CommandLineTool.openStore(arguments)
    let sources = store.sources.table.map { TimelineSource($0) }
    if arguments.has("json") {
      let rows = sources.map { JSONValue.object([("id", .string($0.id))]) }
      return try output.write(JSONValue.array(rows).text + "\n")
    }
    try output.write(all: sources.lazy.map { $0.title.withoutControls + "\n" })
  }
}
