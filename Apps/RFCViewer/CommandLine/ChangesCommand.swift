import HikidashiCommands
import RFCKit

/// `rfcviewer gaps` and `changes`, which read whole indexes.
struct ChangesCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var commands: [Command] {
    [
      Command(
        "gaps", summary: tr("Print the numbers that no document has."),
        description: tr(
          "Some were never issued; the others are reserved, or their documents are not out yet."),
        options: [.mirror, .json]
      ) { try ChangesCommand(arguments: $0, output: $1).gaps() },
      Command(
        "changes", summary: tr("Print what happened between two dates of the index."),
        options: [
          .mirror, .json, CommandOption("from", argument: tr("FILE"), help: tr("The older index")),
          CommandOption(
            "to", argument: tr("FILE"), help: tr("The newer index, instead of the library’s")),
        ]
      ) { try ChangesCommand(arguments: $0, output: $1).changes() },
    ]
  }

  private func index() throws -> RFCIndex {
    try CommandLineTool.openLibrary(CommandLineTool.Preferred(arguments).mirror).index()
  }

  private func gaps() throws {
    try arguments.takesNoWords()
    let gaps = try index().gaps
    if arguments.has("json") {
      let lists = [("neverIssued", gaps.neverIssued), ("notPublished", gaps.notPublished)]
      let value = JSONValue.object(lists.map { ($0.0, .array($0.1.map { .number($0) })) })
      return try output.write(value.text + "\n")
    }
    for (title, numbers) in [
      (tr("Never issued:"), gaps.neverIssued), (tr("Not published:"), gaps.notPublished),
    ] where !numbers.isEmpty {
      try output.write(title + " " + Self.ranges(numbers) + "\n")
    }
  }

  /// `14, 26, 92-99`
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }

  private func changes() throws {
    try arguments.takesNoWords()
    guard let from = arguments["from"] else {
      throw CommandMisuse.missing(tr("the older index, behind --from"), command: arguments.command)
    }
    let old = try IndexCommand.read(from, output)
    let new = try arguments["to"].map { try IndexCommand.read($0, output) } ?? index()
    let changes = new.changes(since: old)
    if arguments.has("json") { return try output.write(members(changes).text + "\n") }
    try write(tr("Published:"), changes.published.map { ($0, "") }, new)
    try write(
      tr("Obsoleted:"), changes.obsoleted.map { ($0.number, tr("by {}", names($0.by))) }, new)
    try write(tr("Updated:"), changes.updated.map { ($0.number, tr("by {}", names($0.by))) }, new)
    try write(
      tr("Status changed:"),
      changes.statuses.map { ($0.number, $0.before.title + " → " + $0.now.title) }, new)
  }

  private func names(_ documents: [DocumentReference]) -> String {
    documents.map(\.description).joined(separator: ", ")
  }

  private func write(_ title: String, _ lines: [(number: Int, fact: String)], _ index: RFCIndex)
    throws
  {
    guard !lines.isEmpty else { return }
    try output.write(title + "\n")
    try output.write(
      all: lines.lazy.map { line in
        let title = index[line.number]?.title ?? ""
        let fact = line.fact.isEmpty ? "" : "  (" + line.fact + ")"
        return (String(line.number).padded(7, right: true) + "  " + title + fact).withoutControls
          + "\n"
      })
  }

  private func members(_ changes: RFCIndexChanges) -> JSONValue {
    func related(_ list: [RFCIndexChanges.Related]) -> JSONValue {
      .array(
        list.map { item in
          .object([
            ("number", .number(item.number)),
            ("by", .array(item.by.map { .string($0.series + String($0.number)) })),
          ])
        })
    }
    let statuses = changes.statuses.map { change in
      JSONValue.object([
        ("number", .number(change.number)), ("before", .string(change.before.printed)),
        ("now", .string(change.now.printed)),
      ])
    }
    return .object([
      ("published", .array(changes.published.map { .number($0) })),
      ("obsoleted", related(changes.obsoleted)), ("updated", related(changes.updated)),
      ("statuses", .array(statuses)),
    ])
  }
}
