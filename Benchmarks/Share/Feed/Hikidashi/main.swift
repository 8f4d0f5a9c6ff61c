import FoundationEssentials
import Glibc
import Hikidashi
import HikidashiFeeds

let swift = URL(string: "https://www.swift.org/atom.xml")!
App(id: "org.example.News") {
  let address = getenv("FEED").flatMap { URL(string: String(cString: $0)) }
  let connector = Connector(transports: [HTTPTransport()])
  let cell = try CellDefinition<Feed.Entry>(
    .row(
      .picture("picture"), .column(.text("title", style: "heading"), .text("summary", lines: 0))),
    .picture("picture", from: PictureStore(connector)) { $0.picture },
    .text("title") { $0.title?.plain ?? $0.id },
    .text("summary") { $0.summary?.plain ?? "" })
  let list = TableView([], cell: cell).whenEmpty("No entries")
  let load = {
    list.show(connector.load(LoadRequest(address ?? swift), parser: FeedParser())) { $0.entries }
  }
  let _ = load()
  Window("News", width: 420, height: 640) { list.refreshing { load() } }
}.run()
