import Hikidashi

enum PicturesPage: GalleryPage {
  static let title = tr("Pictures of a folder")
  static let summary = tr("Pick one with the arrow keys; in the large one + and − zoom, 0 fits it.")
  static let file = #filePath

  static func make() async -> Part {
    let large = PictureView()
    let grid = PictureGrid(label: "Pictures", picksSeveral: false)
    let state = Label().margin(6)
    func show(_ path: String?) {
      large.show(path.map(Picture.init(file:)), description: path ?? "")
    }
    grid.onSelect = { show($0.first) }
    let pages = file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    do {
      try await grid.show(folder: pages + "/Documentation.docc/Resources")
      state.text = "\(grid.files.count) pictures"
      show(grid.selected.first)
    } catch {
      state.text = "\(error)"
    }
    return Stack(.vertical, spacing: 0) {
      grid.minimumSize(height: 280)
      state
      large.minimumSize(height: 220)
    }
  }
}
