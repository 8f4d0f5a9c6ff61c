import Hikidashi

enum RecordCardsPage: GalleryPage {
  static let title = tr("Record cards")
  static let summary = tr(
    """
    Typed records, sorted and searched as you type: try たなか, rate>=4 or passed:yes -ﾅｺﾞﾔ.
    """)
  static let file = #filePath

  static let name = Field<String>("name", reading: reading)
  static let reading = Field<String>("reading")
  static let city = Field<String>("city")
  static let rate = Field<Double>("rate", rules: [.range(0...5)])
  static let passed = Field<Bool>("passed")

  static let orders: [(title: String, keys: [SortKey])] = [
    ("As read (五十音)", [.ascending(name)]),
    ("By city, then as read", [.ascending(city), .ascending(name)]),
    ("Best first", [.descending(rate), .ascending(name)]),
    ("As entered", []),
  ]

  static func make() throws -> Part {
    return show(SortedView(of: try cards(), by: orders[0].keys))
  }

  private static func cards() throws -> RecordTable {
    try RecordTable(
      Schema(name, reading, city, rate, passed),
      tsv: .text(
        """
        name\treading\tcity\trate\tpassed
        山田 花子\tやまだ はなこ\t名古屋\t4.5\ttrue
        田中 一郎\tたなか いちろう\t東京\t3.25\ttrue
        佐藤 ジュリア\tさとう じゅりあ\tナゴヤ\t4\tfalse
        鈴木 次郎\tすずき じろう\t大阪\t2.75\tfalse
        田中 アン\tタナカ アン\tOsaka\t5\ttrue
        Émile Roux\tえみーる るー\tParis\t4.75\ttrue
        Emil Roth\tえみーる ろーと\tparis\t3.5\tfalse
        小鳥遊 六花\tたかなし りっか\tＴＯＫＹＯ\t4.25\ttrue

        """))
  }

  private static func show(_ cards: SortedView) -> Part {
    var view = cards
    let list = TableView(records(of: view), text: text)
    let status = Label(count(of: view)).wrapping().styleClass("dim-label")
    let refresh = { @MainActor in
      list.merge(records(of: view))
      status.text = count(of: view)
    }
    let search = SearchField("city:paris rate:3..5 -passed:yes") { words in
      do {
        _ = view.filter(by: try Query(parsing: words, schema: view.table.schema))
        refresh()
      } catch {
        status.text = "\(error)"
      }
    }
    let order = DropDown(orders.map(\.title), label: "Order") { chosen in
      _ = view.sort(by: orders[chosen].keys)
      refresh()
    }
    return Stack(.vertical, spacing: 0) {
      search.margin(6)
      order.margin(6)
      list
      status.margin(6)
    }
  }

  private static func records(of view: SortedView) -> [Record] { view.map { view.table[$0] } }

  private static func text(_ card: Record) -> String {
    "\(card[name])   \(card[city])   ★ \(card[rate])\(card[passed] ? "   passed" : "")"
  }

  private static func count(of view: SortedView) -> String {
    "\(view.count) of \(view.table.count) cards"
  }
}
