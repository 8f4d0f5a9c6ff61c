import Hikidashi

enum MillionRowsPage: GalleryPage {
  static let title = tr("A million rows")
  static let summary = tr("A thousand sections of a thousand rows; each opens in the next frame.")
  static let file = #filePath

  static func make() -> Part {
    var assembler = Outline<Int>.Assembler()
    for section in 0..<1_000 {
      assembler.open(section, isSection: true, isOpen: section == 0, isSelectable: false)
      for row in 0..<1_000 { assembler.add(section * 1_000 + row) }
      assembler.close()
    }
    // Without ids of our own none can stand twice, the only thing that could be wrong.
    let outline = (try? assembler.finish()) ?? Outline()
    let cells = Cells<Int> { () -> Label in
      Label()
    } bind: { label, row in
      label.text = row.isSection ? "Section \(row.item)" : "Row \(row.item)"
    }
    let view = OutlineView(outline, text: { String($0) }, cells: cells)
    return Stack(.vertical, spacing: 0) {
      view
      Stack(.horizontal, spacing: 6) {
        Button("Open all") { view.change { $0.openAll() } }
        Button("Close all") { view.change { $0.closeAll() } }
        Button("Go to row 555,555") {
          if let id = view.outline.id(atPath: [555, 555]) { view.reveal(id, focus: true) }
        }
      }.margin(6)
    }
  }
}
