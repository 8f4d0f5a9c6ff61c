import Hikidashi

enum ComingBackPage: GalleryPage {
  static let title = tr("Coming back")
  static let summary = tr(
    """
    Open drawers, choose a card, scroll in it, move the divider. Go to another page and back, \
    or end the gallery, also by kill -9: all is as you left it, each card where you read it.
    """)
  static let file = #filePath

  static func make() throws -> Part {
    let drawers = try Outline(
      ["Tea", "Paper", "Ink"].map { drawer in
        Node(drawer, isSection: true, children: (1...30).map { Node("\(drawer) \($0)") })
      })
    let list = OutlineView(drawers).keeping("gallery drawers")
    let reader = TextReader()
    let last = App.current?.kept("gallery card", default: "")
    let show = { @MainActor (card: String) in
      last?.value = card
      // Each card is a document of its own.
      reader.keeping("gallery card", for: card)
      reader.show((1...200).map { "\(card), line \($0)\n" }.joined())
    }
    list.onSelect = { row in show(row.item) }
    if let card = last?.value, !card.isEmpty { show(card) }
    return SplitPane(position: 260) {
      list
    } end: {
      reader
    }.keeping("gallery pane")
  }
}
