import Hikidashi

enum PicturesPage: GalleryPage {
  static let title = tr("Pictures of a folder")
  static let summary = tr(
    "Pick two with the arrow keys and Shift; in the large ones + and − zoom both, 0 fits.")
  static let file = #filePath

  static func make() async -> Part {
    let pair = PicturePair()
    let grid = PictureGrid(label: "Pictures")
    let state = Label().margin(6)
    func show(_ paths: [String]) {
      let pictures = paths.prefix(2).map(Picture.init(file:))
      pair.show(
        pictures.first, pictures.count > 1 ? pictures[1] : nil, descriptions: paths.first ?? "",
        paths.dropFirst().first ?? "")
    }
    grid.onSelect = { show($0) }
    grid.onOpen = { path in
      let view = PictureView(Picture(file: path), description: path).minimumSize(height: 360)
      _ = try? grid.window?.enqueue(Modal<Void>("Picture", width: 640) { _ in view })
    }
    let pages = file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    do {
      try await grid.show(folder: pages + "/Documentation.docc/Resources")
      state.text = "\(grid.files.count) pictures"
      show(Array(grid.files.prefix(2)))
    } catch {
      state.text = "\(error)"
    }
    return Stack(.vertical, spacing: 0) {
      grid.minimumSize(height: 280)
      state
      pair.minimumSize(height: 220)
    }
  }
}
