import FoundationEssentials
import Hikidashi

/// A list of news in JSON: `[{ "id": 1, "title": "…" }]`.
struct News: Decodable, Sendable, Identifiable {
  var id: Int
  var title: String

  /// A list that shows what the address in the settings has.
  @MainActor
  static func list(_ connector: Connector, address: String) -> Part {
    let list = TableView([News]()) { $0.title }
      .whenEmpty(tr("No news"), icon: "mail-read-symbolic")
    @MainActor func load() {
      guard let url = URL(string: address), url.scheme != nil else {
        list.state = .failed(tr("“{}” is no address", address))
        return
      }
      list.show(connector.load(LoadRequest(url), parser: JSONParser<[News]>())) { $0 }
    }
    return Stack(.vertical, spacing: 0) {
      Button(tr("_Load")) { load() }.margin(6).align(horizontal: .start)
      list
    }
  }
}
