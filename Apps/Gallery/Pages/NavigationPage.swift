import Hikidashi

enum NavigationPage: GalleryPage {
  static let title = tr("Pages in a narrow window")
  static let summary = tr(
    """
    A page slides over another, a list and its detail become one page, and a pane lies over the \
    text: make the window narrow.
    """)
  static let file = #filePath

  static func make() -> Part {
    let authors = [
      "夏目漱石": ["こころ", "坊っちゃん"], "Selma Lagerlöf": ["Nils Holgersson", "Gösta Berling"],
    ]
    let reader = Label(tr("Choose an author")).margin(24)
    let books = NavigationStack(tr("Book"), reader)
    let list = TableView(authors.keys.sorted())
    let split = NavigationSplit(width: 200) {
      list
    } detail: {
      Stack(.horizontal) { books.makeBackButton() }
      books
    }
    list.onSelect = { row in
      books.pop(to: 1)
      let titles = TableView(authors[row.text] ?? [])
      titles.onSelect = { books.push($0.text, StatusPage($0.text)) }
      books.push(row.text, titles)
      split.showDetail()
    }
    let pane = SidePane(width: 180, isShown: false) {
      Label(tr("What lies at the side")).wrapping().margin(18)
    } over: {
      split
    }
    let buttons = Stack(.horizontal, [pane.makeButton(tr("Side")), split.makeBackButton()])
    return Stack(.vertical, spacing: 0, [buttons.margin(6), pane])
  }
}
