import Hikidashi

enum MovingPage: GalleryPage {
  static let title = tr("A scene")
  static let summary = tr(
    """
    A text, a picture and a button, each in its own way. A press pauses them.
    """)
  static let file = #filePath

  static func make() -> Part {
    var loop = Path()
    loop.arc(center: Point(240, 135), radius: 60, from: 180, to: 540)
    do {
      let scene = try Scene(size: Size(480, 280), repeats: .infinity) {
        Element(.text("こんにちは", font: Font(size: 28, isBold: true), color: Color(0.2, 0.5, 0.9)))
          .place(Point(240, 30)).set(.perspective, 300)
          .animate(.rotationY, from: -60, to: 60, Timing(3, repeats: 2, direction: .alternating))
        Element(.image("face-smile-symbolic"))
          .set(.size, Size(48, 48)).move(along: loop, turns: true, Timing(6), curve: .easeInOut)
          .animate(.blur, through: [Keyframe(0), Keyframe(4), Keyframe(0)], Timing(6))
        Element(.widget("button"))
          .move(from: Point(120, 240), to: Point(360, 240), over: 3, curve: .spring)
          .move(from: Point(360, 240), to: Point(120, 240), over: 3, delay: 3, curve: .spring)
      }
      let view = try SceneView(
        scene, "A text, a picture and a button that move", pictures: { Picture(icon: $0) },
        widgets: { _ in Button("Press me") {} })
      view.pausesOnPress = true
      view.play()
      return view.margin(12)
    } catch {
      return Label("\(error)")
    }
  }
}
