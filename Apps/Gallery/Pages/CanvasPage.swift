import Hikidashi

enum CanvasPage: GalleryPage {
  static let title = tr("Canvas")
  static let summary = tr("Press a slice, or go there with the arrow keys and press Enter.")
  static let file = #filePath

  static func make() -> Part {
    let shares: [(name: String, part: Double, color: Color)] = [
      ("Dogs", 0.45, Color(0.21, 0.52, 0.89)), ("Cats", 0.35, Color(0.2, 0.65, 0.4)),
      ("Fish", 0.2, Color(0.9, 0.4, 0.1)),
    ]
    var chosen = "Dogs"
    let chart = Canvas("What people keep", width: 380, height: 300, role: .group) { room in
      var start = 0.0
      for share in shares {
        let isChosen = share.name == chosen
        Shape.path(
          .slice(
            center: room.bounds.center, radius: isChosen ? 130 : 115, inner: 60,
            from: start * 360, to: (start + share.part) * 360)
        ).fill(share.color).opacity(isChosen ? 1 : 0.7)
          .named(share.name, label: "\(share.name), \(Int(share.part * 100)) per cent")
        start += share.part
      }
      Shape.text(
        chosen, at: Point(room.bounds.center.x - 50, room.bounds.center.y - 12),
        font: Font(size: 18, isBold: true), width: 100, alignment: .center)
    }
    chart.onPress = { [weak chart] press in
      chosen = press.name ?? chosen
      chart?.redraw()
    }
    return chart.margin(24).expand()
  }
}
