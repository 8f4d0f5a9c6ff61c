import Hikidashi

enum KeyedCardsPage: GalleryPage {
  static let title = tr("Keyed cards")
  static let summary = tr(
    """
    Stock by article code: a code that is there is added to, whatever its case or width; undo.
    """)
  static let file = #filePath

  static let code = Field<String>("code", collation: .localized(numbers: .byValue))
  static let stock = Field<Int>("stock", default: 0)

  static func make() throws -> Part {
    var goods = try KeyedRecords(Schema(code, stock), key: code)
    for (article, count) in [("A-9", 30), ("A-10", 12), ("B-2", 7)] {
      try goods.upsert(article) { $0[stock] += count }
    }
    return show(goods)
  }

  private static func show(_ stored: KeyedRecords<String>) -> Part {
    var goods = stored
    var earlier: [KeyedRecords<String>] = []
    let list = TableView(Array(goods), text: { "\($0[code])   \($0[stock]) in stock" })
    let status = Label("").wrapping().styleClass("dim-label")
    let entry = SearchField("Article code, then Enter: try ａ-１０")
    entry.onSubmit = { article in
      guard !article.isEmpty else { return }
      do {
        let before = goods
        let isKnown = goods.contains(article)
        try goods.upsert(article) { $0[stock] += 1 }
        // A copy is a snapshot: keeping it is all that undo needs.
        earlier.append(before)
        status.text = isKnown ? "One more of \(article)" : "\(article) is new"
        list.merge(Array(goods))
      } catch {
        status.text = "\(error)"
      }
    }
    let undo = Button("Undo") {
      guard let before = earlier.popLast() else { return }
      goods = before
      status.text = "As before"
      list.merge(Array(goods))
    }
    return Stack(.vertical, spacing: 0) {
      Stack(.horizontal, spacing: 6) {
        entry.expand(.horizontal)
        undo
      }.margin(6)
      list
      status.margin(6)
    }
  }
}
