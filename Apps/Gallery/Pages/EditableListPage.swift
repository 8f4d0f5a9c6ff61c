import Hikidashi

enum EditableListPage: GalleryPage {
  static let title = tr("A list that people edit")
  static let summary = tr(
    """
    Titles sort, their edges resize; Insert, Delete, Alt with the arrows and dragging edit, Ctrl+Z takes it \
    back, F5 refreshes.
    """)
  static let file = #filePath

  struct Errand: Identifiable {
    var id: Int
    var name: String
    var minutes: Int
  }

  static func make() throws -> Part {
    var last = 40
    func errand(_ name: String) -> Errand {
      last += 1
      return Errand(id: last, name: name, minutes: last % 7 * 5)
    }
    let columns = [
      TableColumn("name", title: "Errand"),
      TableColumn("minutes", title: "Minutes", alignment: .end, width: 90, styles: ["numeric"]),
    ]
    let table = try TableView(
      (1...40).map { Errand(id: $0, name: "Errand \($0)", minutes: $0 % 7 * 5) },
      TableDefinition(columns: columns, selection: .multiple), .text("name") { $0.name },
      .text("minutes") { "\($0.minutes)" }.sorted { $0.minutes }
    ).sortable().resizable().movable().deletable().insertable { _ in errand("New") }
    table.draggable().takingDrops { $0.lines.map(errand) }
      .refreshing { table.edit { $0.insert(errand("Fresh"), at: 0) } }
      .onNearEnd { if last < 200 { table.edit { $0 += (0..<20).map { _ in errand("Later") } } } }
    return table
  }
}
