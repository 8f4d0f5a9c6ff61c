internal import FoundationEssentials
import HikidashiCommands
import HikidashiRecords
import TimelineKit

/// `timeline list`, which prints posts of all sources in the order of time.
struct ListCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "list", tr("[QUERY…]"), summary: tr("Print the newest posts of all sources in one list."),
      description: tr(
        """
        A query has words and conditions, such as author:ann, is:bookmark, tags:gtk or
        published>=2026-06. The same thing from several sources is printed once. A star
        stands before what is not read. Without a number, 50 are printed.
        """),
      options: [.folder, .json, .limit] + PostChoice.options + [
        CommandOption("oldest", "o", help: tr("Print the oldest, from the oldest on"))
      ]
    ) { try ListCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let limit = try arguments.count("limit", in: 1...99_999) ?? 50
    let store = try CommandLineTool.openMendedStore(arguments, output)
    let choice = try PostChoice(arguments, store)
    var options = MergedList.Options()
    options.hasDays = false
    if arguments.has("oldest") { options.order = .oldestFirst }
    let list = try list(store, options, choice.filter, limit)
    let print = PostPrint(store)
    let things = print.things(of: list, limit: limit)
    try output.write(things, store, print, asJSON: arguments.has("json"))
    if things.isEmpty {
      if store.sortedSources.isEmpty { throw CommandError.noSources }
      if !choice.isAny { throw CommandError.nothingFound(arguments.words.joined(separator: " ")) }
    }
  }

  /// The list from its end on, with enough of it where rules or a query leave few.
  private func list(
    _ store: TimelineStore, _ options: MergedList.Options, _ filter: TimelineFilter, _ limit: Int
  ) throws -> MergedList {
    let isOldest = options.order == .oldestFirst
    let end: TimelineGap.End = isOldest ? .newer : .older
    let start = isOldest ? TimelinePlace(id: "", date: .distantPast) : nil
    var list = try store.list(options, around: start, filter: filter, reach: min(limit, 2_000))
    while list.count < limit, try store.extend(&list, end, by: min(limit, 2_000), filter: filter) {}
    return list
  }
}

extension CommandOutput {
  /// Writes things as lines, or as JSON.
  func write(
    _ things: some Sequence<TimelineThing>, _ store: TimelineStore, _ print: PostPrint,
    asJSON: Bool
  ) throws {
    var rows: [[(key: String, value: JSONValue)]] = []
    for thing in things {
      guard let record = try store.record(thing.shown.id) else { continue }
      if asJSON {
        rows.append(try print.json(record, sources: thing.sources))
      } else {
        try write(try print.line(record))
      }
    }
    if asJSON { try write(rows: rows) }
  }
}
