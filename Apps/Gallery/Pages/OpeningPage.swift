import Hikidashi

enum OpeningPage: GalleryPage {
  static let title = tr("Opening")
  static let summary = tr(
    """
    What takes a while to open is said to be opened, then shown, or why it cannot be. This \
    shelf sticks the first time.
    """)
  static let file = #filePath

  struct Stuck: Error, CustomStringConvertible { let description = "the shelf sticks; pull again" }

  static func make() -> Part {
    var pulls = 0
    return Opening {
      try await Task.sleep(for: .seconds(1))
      pulls += 1
      guard pulls > 1 else { throw Stuck() }
      return ["犬", "猫", "うさぎ"]
    } content: { animals in
      TableView(animals)
    }
  }
}
