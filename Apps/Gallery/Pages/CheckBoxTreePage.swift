import Hikidashi

enum CheckBoxTreePage: GalleryPage {
  static let title = tr("A tree with check boxes")
  static let summary = tr(
    """
    A box sets all below it and is mixed where only some are set; Space does the same. Headings of both \
    levels stay while their rows scroll.
    """)
  static let file = #filePath

  private static var toppings: Outline<String> {
    Outline {
      for kind in ["Vegetables", "Cheese", "Fish"] {
        Section(kind, open: true) {
          for half in ["Left half", "Right half"] {
            Section(half, open: true) { for number in 1...6 { "\(kind) \(number)" } }
          }
        }
      }
    }
  }

  static func make() -> Part {
    var style = TableStyle.standard
    style.openPicture = Picture(icon: "folder-open-symbolic")
    style.closedPicture = Picture(icon: "folder-symbolic")
    let view = OutlineView(toppings).style(style).checkBoxes().pinnedSections(perLevel: true)
    let count = Label("Nothing is chosen").expand(.horizontal)
    view.onSelect = { _ in count.text = "\(view.outline.selectedCount) are chosen" }
    view.onDeselect = view.onSelect
    return view.pageHeader(
      Stack(.horizontal, spacing: 6) {
        count
        Button("A–Z") { view.change { $0.sort(.by { $0 }, .asGiven, .by { $0 }) } }
        Button("Z–A") { view.change { $0.sort(.by(descending: true) { $0 }, .asGiven) } }
      })
  }
}
