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
        description: tr(
          "Indexes that a newer one has replaced are kept; without --from, the last of them counts."
        ),
        options: [
          .mirror, .json,
          CommandOption(
            "from", argument: tr("FILE|DATE"), help: tr("The older index, or a day of its time")),
          CommandOption(
            "to", argument: tr("FILE|DATE"), help: tr("The newer index, instead of the library’s")),
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
      try output.write(title + " " + Self.ranges(numbers).joined(separator: ", ") + "\n")
    }
  }

  /// `14`, `26`, `92-99`
  static func ranges(_ numbers: [Int]) -> [String] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }

  private func changes() throws {
    try arguments.takesNoWords()
    let library = try CommandLineTool.openLibrary(CommandLineTool.Preferred(arguments).mirror)
    let archive = library.directory.map { RFCIndexArchive(in: $0) }
    guard let from = arguments["from"] ?? archive?.dates.first?.description else {
      throw CommandMisuse.missing(tr("the older index, behind --from"), command: arguments.command)
    }
    let old = try index(from, archive)
    let new = try arguments["to"].map { try index($0, archive) } ?? library.index()
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

  /// The index in a file, or that which was the newest on a day.
  private func index(_ word: String, _ archive: RFCIndexArchive?) throws -> RFCIndex {
    guard let day = RFCDate(word), day.day != nil else {
      return try IndexCommand.read(word, output)
    }
    let date = archive?.dates.first { $0 <= day }
    guard let date, let index = archive?.index(of: date) else {
      throw CommandError.noIndex(of: word)
    }
    return index
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
