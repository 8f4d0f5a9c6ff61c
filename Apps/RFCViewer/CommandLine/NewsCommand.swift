internal import FoundationEssentials
import HikidashiCommands
import HikidashiLoading
import RFCKit

/// `rfcviewer news`, which tells what came out lately.
struct NewsCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  /// How many months it goes back where no date is given.
  private static let months = 1

  static var command: Command {
    Command(
      "news", summary: tr("Print what came out lately, the newest first."),
      description: tr(
        """
        The RFC Editor’s feed is fetched, and has the abstracts of a few weeks; what is older
        comes from the index. Without a date, this month and the last one.
        """),
      options: [
        .mirror, .json, .offline,
        CommandOption(
          "since", argument: tr("DATE"), help: tr("Only from a date on, such as 2020 or 2020-06")),
      ]
    ) { try NewsCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    try arguments.takesNoWords()
    let since = try arguments["since"].map { word in
      guard let date = RFCDate(word) else { throw CommandMisuse.notADate(word) }
      return date
    }
    let mirror = try CommandLineTool.Preferred(arguments).mirror
    let library = try CommandLineTool.openLibrary(mirror)
    if library.isKept, !arguments.has("offline") { fetch(mirror, library) }
    let feed = library.directory.flatMap { try? FileReader.read($0 + "/rfcrss.xml") }
    let today = RFCDate(day: Date.now) ?? RFCDate(year: 1969)
    let news = RFCNews(
      index: try library.index(), feed: feed, since: since ?? today.months(before: Self.months))
    if arguments.has("json") {
      return try output.write(JSONValue.array(news.items.map(Self.json)).text + "\n")
    }
    try output.write(all: news.items.lazy.map { Self.line($0) + "\n" })
  }

  /// Brings index and feed up to date; what is here is told where that fails.
  private func fetch(_ address: String?, _ library: RFCLibrary) {
    guard let directory = library.directory,
      let mirror = try? address.map({ try RFCMirror($0) }) ?? .rfcEditor
    else { return }
    do {
      let folder = try RFCFolder(directory)
      let fetcher = RFCFetcher(
        mirror, into: folder, by: Connector(transports: [HTTPTransport()]),
        options: RFCFetchOptions(retry: .never))
      try Command.wait {
        for file in [RFCFile.index, .feed] { _ = try await fetcher.fetch(file) }
      }
      folder.save()
    } catch {
      output.complain("\(error)")
    }
  }

  /// ` 9961  2026-04     MPLS Segment Routing Point-to-Multipoint (P2MP) Policy Ping`
  private static func line(_ item: RFCNews.Item) -> String {
    (item.number.map { String($0) } ?? "").padded(5, right: true) + "  "
      + (item.date?.description ?? "").padded(10) + "  " + item.title.withoutControls
  }

  private static func json(_ item: RFCNews.Item) -> JSONValue {
    .object([
      ("number", JSONValue(item.number)), ("title", .string(item.title)),
      ("date", JSONValue(item.date?.description)), ("summary", JSONValue(item.summary)),
      ("address", JSONValue(item.address)),
    ])
  }
}
