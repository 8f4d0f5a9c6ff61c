internal import Hikidashi
internal import RFCKit

/// A window with the lineage of an RFC as a picture. A press on a document opens it.
@MainActor
final class LineageWindow {
  let graph: LineageGraph
  let canvas: Canvas
  private let number: Int
  private weak var window: Window?

  /// - Parameter onOpen: Opens a document.
  init(_ number: Int, in index: RFCIndex, onOpen: @escaping @MainActor (Int) -> Void) {
    let graph = LineageGraph(of: number, in: index)
    (self.number, self.graph) = (number, graph)
    canvas = Canvas(
      tr("Lineage of RFC {}", number), width: 300, height: Int(LineagePicture.height(of: graph)),
      role: .group
    ) { room in
      LineagePicture(graph: graph, width: room.size.width).shapes
    }
    canvas.onPress = { press in
      if let number = press.name.flatMap({ Int($0) }) { onOpen(number) }
    }
  }

  func makeWindow() -> Window {
    let canvas = canvas
    let window = Window(
      tr("Lineage of RFC {}", number), name: "lineage", width: 560, height: 640
    ) {
      HeaderBar {
      } end: {
        MenuButton.main {
          Menu.item(tr("Save as PNG…"), action: "win.save-png")
          Menu.item(tr("Save as SVG…"), action: "win.save-svg")
          Menu.item(tr("Save as PDF…"), action: "win.save-pdf")
          Menu.item(tr("Close"), action: "win.close")
        }
      }
      Scroller(canvas.expand(.horizontal))
    }
    .actions {
      Action("save-png", title: tr("Save as PNG"), shortcuts: "<Control>s") { [weak self] in
        try await self?.save(as: "png") { try canvas.savePicture(to: $0) }
      }
      Action("save-svg", title: tr("Save as SVG")) { [weak self] in
        guard let self else { return }
        let svg = LineagePicture(graph: graph, width: 720).svg
        try await save(as: "svg") { try await TextFile.write(svg, to: $0) }
      }
      Action("save-pdf", title: tr("Save as PDF")) { [weak self] in
        let title = self?.window?.title ?? ""
        try await self?.save(as: "pdf") { try canvas.savePDF(to: $0, title: title) }
      }
    }
    self.window = window
    window.keep(self)
    return window
  }

  private func save(
    as ending: String, _ write: @MainActor (String) async throws -> Void
  ) async throws {
    guard let window else { return }
    let dialog = FileSave(tr("Save Picture"), name: "rfc\(number)-lineage." + ending)
    guard let path = try? await window.present(dialog) else { return }
    try await write(path)
  }
}
