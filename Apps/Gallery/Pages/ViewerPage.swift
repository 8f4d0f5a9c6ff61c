import Hikidashi

enum ViewerPage: GalleryPage {
  static let title = tr("Viewer")
  static let summary = tr(
    """
    Shows a file by what is in it: Markdown, HTML, text, a picture, a table; drop one here. Ctrl+F finds words.
    """)
  static let file = #filePath

  static func make() async throws -> Part {
    let root = file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let state = Label("Nothing shown").margin(6)
    let viewer = Viewer { state.text = "Followed the link to \($0)" }
    @MainActor func show(_ path: String) async throws {
      try await viewer.show(file: path)
      state.text = path.split(separator: "/").last.map(String.init) ?? path
    }
    viewer.onFiles { try await show($0[0]) }
    try await show(root + "/README.md")
    return Stack(.vertical, spacing: 0) {
      Toolbar("Files") {
        Button.many(["README.md", "Makefile", "Documentation.docc/Resources/animals.png"]) {
          try await show("\(root)/\($0)")
        }
      }.margin(6)
      FindBar(in: viewer)
      viewer
      state
    }
  }
}
