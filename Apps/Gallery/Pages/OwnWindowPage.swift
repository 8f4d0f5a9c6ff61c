import Hikidashi

/// A window that the app makes itself, and that waits in the queue like an alert.
private struct Rating: CustomPresentable {
  let name = "Rating"

  func show(_ showing: Showing<Rating>) async throws -> Int {
    var stars: Int?
    let row = Stack(.horizontal, spacing: 6, [])
    let window = Window("Rate it", name: "rating", width: 320, height: 100) { row.margin(24) }
    for number in 1...5 {
      row.append(
        Button("\(number)") { [weak window] in
          stars = number
          window?.close()
        })
    }
    await window.presentUntilClosed(over: showing.window)
    guard let stars else { throw CancellationError() }
    return stars
  }
}

enum OwnWindowPage: GalleryPage {
  static let title = tr("Windows of your own")
  static let summary = tr(
    """
    An alert of more priority takes its place, and it comes back afterwards.
    """)
  static let file = #filePath

  static func make() -> Part {
    let stars = Label("Not rated").styleClass("title-2").align(horizontal: .center)
    return Clamp {
      stars
      Button("_Rate it …") {
        guard let window = stars.window else { return }
        stars.text = "\(try await window.present(Rating())) stars"
      }
      Button("Rate it, and be _interrupted") {
        guard let window = stars.window else { return }
        try window.enqueue(Rating())
        try await Task.sleep(for: .seconds(2))
        try await window.present(Alert("This is more urgent")) {
          ($0.priority, $0.interrupts) = (1, true)
        }
      }
    }.margin(24)
  }
}
