import Hikidashi

enum ChaptersPage: GalleryPage {
  static let title = tr("Rows that move")
  static let summary = tr(
    """
    Drag chapters, or move them with Alt and the arrow keys; Ctrl+Z takes it back. A part's \
    heading stays while its chapters scroll.
    """)
  static let file = #filePath

  static func make() -> Part {
    let book = Outline {
      for part in 1...6 {
        Section("Part \(part)", open: true) {
          for chapter in 1...9 { "Chapter \(part).\(chapter)" }
        }
      }
    }
    let view = OutlineView(book).movable().pinnedSections()
    let last = Label("Nothing has moved yet").expand(.horizontal).ellipsized()
    // Only chapters move, and only into a part.
    view.hooks.willMove = { move in
      move.parent != nil && !move.nodes.contains { view.outline.isSection($0) == true }
    }
    view.onMove = { move in
      let names = move.nodes.compactMap { view.outline.item(of: $0) }
      last.text = "Moved \(names.joined(separator: ", "))"
    }
    return Stack(.vertical, spacing: 0) {
      view
      Stack(.horizontal, spacing: 6) {
        last
        Button("_Undo") { view.undo() }
        Button("_Redo") { view.redo() }
      }.margin(6)
    }
  }
}
