import Hikidashi

enum CellFilePage: GalleryPage {
  static let title = tr("Cells from a file")
  static let summary = tr(
    """
    The look of a row is in birds.ui, as a designer's program writes it; its objects are the \
    slots.
    """)
  static let file = #filePath

  struct Bird: Identifiable {
    var id: String
    var place: String
    var seen: Double
  }

  static func make() throws -> Part {
    let birds = [
      Bird(id: "カワセミ", place: "名古屋", seen: 0.3),
      Bird(id: "Rotkehlchen", place: "Berlin", seen: 0.9),
      Bird(id: "Héron cendré", place: "Paris", seen: 0.6),
    ]
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let look =
      UserFolders.installed("Pages/birds.ui", of: "io.github.hikidashi.Gallery") ?? folder
      + "/birds.ui"
    let cell = try CellDefinition<Bird>(
      CellLayout(interface: look),
      .icon("icon") { $0.seen > 0.5 ? "starred-symbolic" : "non-starred-symbolic" },
      .text("name") { $0.id }, .text("place") { $0.place }, .progress("seen") { $0.seen })
    return TableView(birds, cell: cell)
  }
}
