import Hikidashi

enum FoldersPage: GalleryPage {
  static let title = tr("Folders on demand")
  static let summary = tr(
    """
    Open a folder: its children take a second to come. Every third fails; close one to cancel.
    """)
  static let file = #filePath

  static func make() -> Part {
    let roots = ["Attic", "Cellar", "Workshop"].enumerated().map { place, name in
      Node(name, id: NodeID(rawValue: UInt64(place) + 1), loadsChildren: true)
    }
    // The ids are ours and differ.
    let folders = (try? Outline(roots)) ?? Outline()
    var attempts = 0
    return OutlineView(folders).loadingChildren { folder in
      try await Task.sleep(for: .seconds(1))
      attempts += 1
      if attempts % 3 == 0 { throw StuckDrawer(name: folder.item) }
      return (1...4).map { number in
        let id = NodeID(path: ["\(number)"], under: folder.id)
        return Node("\(folder.item) \(number)", id: id, loadsChildren: number < 3)
      }
    }
  }
}

private struct StuckDrawer: Error, CustomStringConvertible {
  let name: String
  var description: String { "“\(name)” is stuck; pull again" }
}
