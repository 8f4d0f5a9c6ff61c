import Hikidashi

enum LayersPage: GalleryPage {
  static let title = tr("Scenes behind and before")
  static let summary = tr(
    """
    Stars rise behind what is read, and a heart falls before it; presses go through.
    """)
  static let file = #filePath

  static func make() -> Part {
    do {
      let behind = try SceneView(try stars(), "Stars")
      let before = try SceneView(try heart(), "A heart")
      before.isTransparentToInput = true
      behind.play()
      before.play()
      let words = Label("Read on.").styleClass("title-2")
      return Layers {
        behind
        Stack(.vertical, spacing: 12) {
          words
          Button("_Press me") { words.text += " And on." }
        }.align(horizontal: .center, vertical: .center)
        before
      }
    } catch {
      return Label("\(error)")
    }
  }

  private static let size = Size(480, 280)

  private static func stars() throws -> Scene {
    try Scene(size: size, repeats: .infinity) {
      for number in 0..<12 {
        let x = Double(20 + number * 40)
        Element(.text("★", font: Font(size: 16), color: Color(0.9, 0.7, 0.2)))
          .move(from: Point(x, 300), to: Point(x, -20), over: 3, delay: Double(number * 5 % 12) / 4)
          .lasts(6)
      }
    }
  }

  private static func heart() throws -> Scene {
    try Scene(size: size, repeats: .infinity) {
      Element(.text("♥", font: Font(size: 32), color: Color(0.88, 0.11, 0.14)))
        .set(.perspective, 300)
        .move(from: Point(60, -20), to: Point(420, 300), over: 6, curve: .easeInOut)
        .animate(.rotationX, from: 0, to: 720, Timing(6)).rotate(from: 0, to: 180, over: 6)
    }
  }
}
