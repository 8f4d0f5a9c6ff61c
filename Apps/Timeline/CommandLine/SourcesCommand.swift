internal import FoundationEssentials
import HikidashiCommands
import HikidashiLoading
import HikidashiStorage
import TimelineKit

/// `timeline sources`, which lists, adds and removes where posts come from.
struct SourcesCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput

  static var command: Command {
    Command(
      "sources", tr("[list | add ADDRESS… | remove SOURCE…]"),
      summary: tr("Print where posts come from, or add and remove sources."),
      description: tr(
        """
        An address is that of a feed or of a page that names its feed,
        https://example.org/feed.xml or example.org/blog; of an account,
        @ann@example.org; of a tag, #gtk@example.org; of a server, example.org; or the path
        of a Twitter archive or of an export in JSON, a folder or the ZIP file as it was
        downloaded, of a file of JSON, or of a list of feeds (OPML). What does not answer, or
        has no posts, is not added. A source is removed by its title or address, and its posts
        are kept until it comes back.
        """),
      options: [
        .folder, .json,
        CommandOption("title", "t", argument: tr("TITLE"), help: tr("What the source is called")),
        CommandOption("group", "g", argument: tr("GROUP"), help: tr("The group that it stands in")),
        CommandOption("forget", help: tr("Delete the posts of the source, too")),
      ]
    ) { try SourcesCommand(arguments: $0, output: $1).run() }
  }

  private func run() throws {
    let words = arguments.words.dropFirst()
    let deed = arguments.words.first ?? "list"
    for name in ["title", "group"] where deed != "add" && arguments.has(name) {
      throw CommandMisuse(tr("“--{}” is for “{}” alone", name, "add"))
    }
    if deed != "remove" && arguments.has("forget") {
      throw CommandMisuse(tr("“--{}” is for “{}” alone", "forget", "remove"))
    }
    let store = try CommandLineTool.openStore(arguments)
    switch (deed, words.isEmpty) {
    case ("list", true): try list(store)
    case ("add", false): try add(words, to: store)
    case ("remove", false): try remove(words, from: store)
    case ("add", true): throw CommandMisuse.missing(tr("an address"), command: "sources add")
    case ("remove", true): throw CommandMisuse.missing(tr("a source"), command: "sources remove")
    default:
      throw CommandMisuse(tr("“{}” is not understood; give list, add or remove", deed))
    }
  }

  private func list(_ store: TimelineStore) throws {
    let sources = store.sortedSources
    let (counts, unread) = (try store.posts.counts(by: PostFields.source), try store.unreadCounts())
    if arguments.has("json") {
      return try output.write(
        rows: sources.map { source in
          [
            ("id", .string(source.id)), ("kind", .string(source.kind.rawValue)),
            ("title", .string(source.title)), ("address", .string(source.address)),
            ("page", JSONValue(source.page.isEmpty ? nil : source.page)),
            ("group", JSONValue(source.group.isEmpty ? nil : source.group)),
            ("posts", .number(counts[source.id] ?? 0)), ("unread", .number(unread[source.id])),
          ]
        })
    }
    for source in sources {
      let group = source.group.isEmpty ? "" : source.group + "/"
      let line = "\(unread[source.id])\t\(counts[source.id] ?? 0)\t\(group)\(source.title)"
      try output.write(
        "\(line)\t\(source.withoutPassword.address)".split(separator: "\t").map {
          String($0).withoutControls
        }.joined(separator: "\t") + "\n")
    }
  }

  private func add(_ words: ArraySlice<String>, to store: TimelineStore) throws {
    let connector = CommandLineTool.connector
    let addresses = try words.map { word in
      guard let address = SourceAddress(handed: word) else {
        throw CommandMisuse(
          tr("“{}” is no address of a source; “timeline help sources” names the kinds", word))
      }
      return address
    }
    if addresses.count > 1, arguments.has("title") {
      throw CommandMisuse(tr("several sources cannot have one title; add them one by one"))
    }
    for address in addresses {
      var sources = try Command.wait {
        try await address.sources(by: connector) { feeds in
          // Who writes a script says which one.
          throw TimelineError.severalFeeds(
            page: feeds.first?.page ?? "", feeds: feeds.map { "\($0.address)\t\($0.title)" })
        }
      }
      let isOne = sources.count == 1
      for index in sources.indices {
        if isOne, let title = arguments["title"] { sources[index].title = title }
        if let group = arguments["group"] { sources[index].group = group }
        // A feed that has moved is there already, under the address that it had.
        if sources[index].kind == .feed, let known = store.source(at: sources[index].address) {
          let new = sources[index]
          sources[index] = known
          if arguments.has("title") { sources[index].title = new.title }
          if arguments.has("group") { sources[index].group = new.group }
        }
        try store.put(sources[index])
        try output.write(
          "\(sources[index].title.withoutControls)\t\(sources[index].withoutPassword.address)\n")
      }
    }
  }

  private func remove(_ words: ArraySlice<String>, from store: TimelineStore) throws {
    let all = store.sortedSources
    // All names are known before the first source goes.
    for source in try words.map({ try SourceChoice.source($0, of: all) }) {
      try store.remove(source: source.id, isForgotten: arguments.has("forget"))
      try output.write("\(source.title.withoutControls)\t\(source.withoutPassword.address)\n")
    }
  }
}
