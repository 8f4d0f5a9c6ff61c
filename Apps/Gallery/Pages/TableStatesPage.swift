import Hikidashi

enum TableStatesPage: GalleryPage {
  static let title = tr("Loading, empty, failed")
  static let summary = tr("What a list shows while it has no rows, and what to do about it.")
  static let file = #filePath

  static func make() -> Part {
    let list = TableView<String>([])
    list.whenEmpty(
      "No notes yet", icon: "document-new-symbolic",
      action: ("New note", { list.update(["The first note"]) }))
    return Stack(.vertical, spacing: 0) {
      list
      Stack(.horizontal, spacing: 6) {
        Button("Loading") { list.state = .loading }
        Button("Empty") { list.update([]) }
        Button("Failed") {
          list.state = .failed("The server does not answer.") { list.update(["Here it is"]) }
        }
        Button("Loaded") { list.update(["One note", "Another note"]) }
      }.margin(6)
    }
  }
}
