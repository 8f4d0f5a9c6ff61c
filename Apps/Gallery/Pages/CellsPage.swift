import Hikidashi

enum CellsPage: GalleryPage {
  static let title = tr("Cells")
  static let summary = tr("Rows of a layout with named slots, each filled from an item.")
  static let file = #filePath

  struct Download: Identifiable {
    var id: Int
    var name: String
    var details: String
    var done: Double
  }

  static func make() -> Part {
    let downloads = [
      Download(id: 1, name: "rfc-all.tar.gz", details: "612 MB of 700 MB", done: 0.87),
      Download(id: 2, name: "index.txt", details: "done", done: 1),
      Download(id: 3, name: "errata.json", details: "waiting", done: 0),
    ]
    do throws(TableDefinitionError) {
      let cell = try CellDefinition<Download>(
        .row(
          .icon("icon", size: 32),
          .column(.text("name", style: "heading"), .text("details", style: "dim-label")),
          .progress("done", width: 120)),
        .icon("icon") { $0.done == 1 ? "object-select-symbolic" : "folder-download-symbolic" },
        .text("name") { $0.name }, .text("details") { $0.details }, .progress("done") { $0.done })
      return TableView(downloads, cell: cell).selection(.multiple)
    } catch {
      return StatusPage("The cell is wrong", description: error.description)
    }
  }
}
