import Hikidashi

enum LayoutPage: GalleryPage {
  static let title = tr("Stacks and panes")
  static let summary = tr("Parts beside and above one another; the dividers can be moved.")
  static let file = #filePath

  static func make() -> Part {
    let pages = Pages([
      "first": Label("The first page").align(horizontal: .center),
      "second": Label("The second page").align(horizontal: .center),
    ])
    return SplitPane(position: 160) {
      Label("Start").margin(12)
      Button("First") { pages.shown = "first" }.margin(6)
      Button("Second") { pages.shown = "second" }.margin(6)
    } end: {
      SplitPane(.vertical, position: 200) {
        pages
      } end: {
        Scroller(
          Stack(.vertical, spacing: 6) {
            for number in 1...30 { Label("Line \(number) of a part that is longer than its room") }
          }.margin(12))
      }
    }
  }
}
