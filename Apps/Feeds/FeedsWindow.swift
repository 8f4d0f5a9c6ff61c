import FoundationEssentials
import Hikidashi
import HikidashiFeeds

/// Subscriptions, the entries of one of them, and the entry that is read.
@MainActor
final class FeedsWindow {
  let entries: TableView<Feed.Entry>
  let reader = TextReader()
  /// The entries that were read, by their ids.
  let read: Kept<Set<String>>
  private let settings: Settings
  private let store: PreferenceStore
  private let connector: Connector
  /// The subscription that is shown.
  private let shown: Kept<String>

  init(
    _ settings: Settings, _ store: PreferenceStore, state: StateStore, cache: ResponseCache? = nil
  ) {
    (self.settings, self.store) = (settings, store)
    connector = Connector(transports: [HTTPTransport(), DescriptorTransport()], cache: cache)
    read = state.kept("read", default: Set<String>())
    shown = state.kept("shown", default: "")
    // A row follows what its text reads, so that a mark goes when its entry is read.
    entries = TableView([]) { [read] in
      (read.value.contains($0.id) ? "" : "● ") + ($0.title?.plain ?? $0.id)
    }
    .whenEmpty("Nothing is shown", icon: "application-rss+xml-symbolic")
    .keeping("entries", in: state)
    entries.onSelect = { self.show($0.item) }
  }

  func window() -> Window {
    let feeds = TableView { self.store[self.settings.feeds] }
    feeds.onSelect = { self.load($0.item) }
    if !shown.value.isEmpty { load(shown.value) }
    return Window("Feeds", width: 1000, height: 640) {
      HeaderBar {
        Button("_Refresh", action: "win.refresh")
      } end: {
        NetworkActivity(connector)
        Button("_Preferences", action: "win.preferences")
      }
      SplitPane(position: 220) {
        feeds
      } end: {
        SplitPane(position: 300) {
          entries
        } end: {
          reader
        }.keeping("reading")
      }.keeping("feeds")
    }
    .title { "Feeds (\(self.read.value.count) read)" }
    .actions {
      Action("refresh", title: "Refresh", shortcuts: "F5") { self.load(self.shown.value) }
    }
    .preferences(store)
  }

  /// Shows the entries at an address: those of the cache where the settings say so.
  func load(_ address: String) {
    shown.value = address
    guard let url = URL(string: address), url.scheme != nil else {
      entries.state = .failed("“\(address)” is no address")
      return
    }
    connector.isOffline = store[settings.isOffline]
    entries.show(connector.load(LoadRequest(url), parser: FeedParser())) { $0.entries }
  }

  private func show(_ entry: Feed.Entry) {
    read.value.insert(entry.id)
    reader.show((entry.content ?? entry.summary)?.plain ?? "", isFixedWidth: false)
  }
}
