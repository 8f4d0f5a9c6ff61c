import Hikidashi

extension TableVariant<String> {
  /// Check marks in place of a tint: what a shopping list needs, wherever there is one.
  fileprivate static var checklist: TableVariant {
    TableVariant(
      "checklist", selection: .toggle, checkmarks: true,
      configureCell: { cell, row in if row.isSelected { cell.mark("dim-label") } })
  }
}

enum CheckListPage: GalleryPage {
  static let title = tr("Check marks")
  static let summary = tr("A click or the space bar marks a row; new rows leave the marks alone.")
  static let file = #filePath

  static func make() -> Part {
    let shopping = ["Milk", "Bread", "Eggs", "Rice", "Milk"]
    let list = TableView(shopping).variant(.checklist)
    list.selectedIndices = [1]
    return Stack(.vertical, spacing: 0) {
      list
      Stack(.horizontal, spacing: 6) {
        Button("One more") { list.edit { $0.insert("Tea", at: 0) } }
        Button("Reverse") { list.merge(list.items.reversed()) }
        Button("Start again") { list.update(shopping) }
      }.margin(6)
    }
  }
}
