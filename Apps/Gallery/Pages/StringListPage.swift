import Hikidashi

enum StringListPage: GalleryPage {
  static let title = tr("A list of strings")
  static let summary = tr(
    """
    Four lines: select, type to filter, Ctrl+C to copy, Escape to see all again.
    """)
  static let file = #filePath

  static func make() -> Part {
    let label = Label("Nothing is selected").margin(12)
    let list = TableView(["Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "さくらんぼ"])
    list.onSelect = { row in label.text = "\(row.text), row \(row.index + 1)" }
    return Stack(.vertical, spacing: 0, [list, label])
  }
}
