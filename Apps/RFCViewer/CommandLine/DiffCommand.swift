import HikidashiCommands
import RFCKit

/// `rfcviewer diff`, which prints what is different between two RFCs.
struct DiffCommand {
  private let output: CommandOutput
  private let numbers: (old: Int, new: Int)
  private let difference: RFCDifference

  static var command: Command {
    Command(
      "diff", "A B", summary: tr("Print what is different between an RFC and its successor."),
      description: tr(
        """
        Sections are paired by their titles and words, wherever they stand. Where lines and
        pages end is no difference.
        """),
      options: [.mirror, .json, .offline]
    ) { arguments, output in
      let command = try DiffCommand(arguments, output)
      try arguments.has("json") ? command.writeJSON() : command.write()
    }
  }

  private init(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    self.output = output
    guard arguments.words.count > 1 else {
      throw CommandMisuse.missing(tr("the numbers of two RFCs"), command: arguments.command)
    }
    guard arguments.words.count == 2 else {
      throw CommandMisuse.missing(
        tr("the numbers of two RFCs, and no more"), command: arguments.command)
    }
    let mirror = try CommandLineTool.Preferred(arguments).mirror
    let source = try DocumentSource(mirror: mirror, isOffline: arguments.has("offline"), output)
    let numbers = try arguments.words.map { try CommandLineTool.number($0) }
    self.numbers = (numbers[0], numbers[1])
    difference = RFCDifference(
      from: try source.document(numbers[0]), to: try source.document(numbers[1]))
  }

  private func write() throws {
    let text = DifferenceText(isColored: output.isTerminal)
    try output.write(
      "--- " + tr("RFC {}", numbers.old) + "\n+++ " + tr("RFC {}", numbers.new) + "\n")
    try output.write(all: difference.pairs.lazy.map { text.text(of: $0) })
  }

  private func writeJSON() throws {
    func section(_ section: DocumentSection?) -> JSONValue {
      guard let heading = section?.heading else { return .null }
      return .object([("number", JSONValue(heading.number)), ("title", .string(heading.title))])
    }
    func change(_ change: RFCDifference.Change) -> JSONValue {
      .array(
        change.words.map { piece in
          .object([("fate", .string(piece.fate.rawValue)), ("text", .string(piece.text))])
        })
    }
    try output.write(
      rows: difference.pairs.map { pair in
        [
          ("old", section(pair.old)), ("new", section(pair.new)),
          ("changes", .array(pair.changes.map(change))),
        ]
      })
  }
}
