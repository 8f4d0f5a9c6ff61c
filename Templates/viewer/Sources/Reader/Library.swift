import FoundationEssentials
import Hikidashi

/// A document of a library, which is a list in JSON: `[{ "title": "…", "address": "guide.md" }]`.
struct Book: Decodable, Identifiable, Sendable {
  var title: String
  /// From that of the list, where it is not whole.
  var address: String
  var id: String { address }

  /// A list of the documents at an address that may change.
  @MainActor
  static func list(
    _ connector: Connector, at address: @escaping @MainActor () -> String,
    open: @escaping @MainActor (URL) -> Void
  ) -> Part {
    let list = TableView([Book]()) { $0.title }
      .accessibleLabel(tr("Library"))
      .whenEmpty(tr("The library is empty"), icon: "folder-documents-symbolic")
    list.onActivate = { row in
      let book = URL(string: row.item.address, relativeTo: URL(string: address()))
      if let book { open(book.absoluteURL) }
    }
    return list.follow(address) { list, address in
      guard let url = URL(string: address), url.scheme != nil else {
        list.state = .failed(tr("“{}” is no address", address))
        return
      }
      list.show(connector.load(LoadRequest(url), parser: JSONParser<[Book]>()))
    }
  }
}
