import HikidashiCommands
import HikidashiLoading
import TimelineKit

/// `timeline fetch`, which loads what is new.
struct FetchCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "fetch", tr("[SOURCE…]"), summary: tr("Load what is new of all sources, or of these."),
      description: tr(
        """
        Servers are asked only for what has changed, and not before the time that they name.
        An open window shows what has come.
        """),
      options: [
        .folder, .json,
        CommandOption(
          "pages", "p", argument: "N",
          help: tr("So many pages of a timeline at most, 5 if not given")),
        CommandOption("due", help: tr("Only sources that are likely to have something new")),
      ]
    ) { try FetchCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let pages = try arguments.count("pages", in: 1...1_000) ?? 5
    let store = try CommandLineTool.openMendedStore(arguments, output)
    let sharing = try CommandLineTool.sharing(store, arguments)
    let all = store.sortedSources
    guard !all.isEmpty else { throw CommandError.noSources }
    let words = arguments.words
    var sources = try words.isEmpty ? all : words.map { try SourceChoice.source($0, of: all) }
    let loader = TimelineLoader(store, CommandLineTool.connector)
    if arguments.has("due") { sources = loader.due(sources) }
    let progress = ProgressLine(output, after: .seconds(1))
    let results = try Command.wait { [sources] in
      try await loader.refresh(all: sources, pages: pages) { now in
        progress.show(
          tr("{} of {} sources", now.done, sources.count), fraction: now.fraction)
      }
    }
    progress.end()
    try tell(results)
    guard let sharing else { return }
    do { _ = try Command.wait { try await sharing.meet() } } catch {
      throw CommandError.notShared("\(error)")
    }
  }

  private func tell(_ results: [TimelineLoader.Refreshed]) throws {
    var failed = 0
    for result in results {
      switch result.outcome {
      case .success(let outcome):
        for problem in outcome.problems { output.complain("\(result.source.title): \(problem)") }
      case .failure(let error):
        failed += 1
        output.complain("\(result.source.title): \(error)")
      }
    }
    if arguments.has("json") {
      try output.write(rows: results.map(Self.json))
    } else {
      for result in results {
        guard case .success(let outcome) = result.outcome else { continue }
        let added = outcome.added
        try output.write(
          tr("{} new, {} changed", added.new.count, added.changed.count)
            + "\t\(result.source.title.withoutControls)\n")
      }
    }
    if failed > 0 { throw CommandError.incomplete(failed) }
  }

  private static func json(
    _ result: TimelineLoader.Refreshed
  ) -> [(key: String, value: JSONValue)] {
    let outcome = try? result.outcome.get()
    var problem: String?
    if case .failure(let error) = result.outcome { problem = "\(error)" }
    return [
      ("source", .string(result.source.title)), ("address", .string(result.source.address)),
      ("new", .number(outcome?.added.new.count ?? 0)),
      ("changed", .number(outcome?.added.changed.count ?? 0)),
      ("problems", .array((outcome?.problems ?? []).map { .string("\($0)") })),
      ("error", JSONValue(problem)),
    ]
  }
}
