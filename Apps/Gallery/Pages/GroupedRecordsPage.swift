import Hikidashi

enum GroupedRecordsPage: GalleryPage {
  static let title = tr("Records in groups")
  static let summary = tr(
    """
    A line groups a table by city and by who has passed, with sums of each group and below all \
    of them. The worth of a card is computed from two others, and sorted, filtered and summed \
    like them. Click a heading, or press Left and Right; the menu of a column's title groups \
    otherwise.
    """)
  static let file = #filePath

  static let name = Field<String>("name", title: "Name")
  static let city = Field<String>("city", title: "City")
  nonisolated static let price = Field<Double>("price", title: "Price", format: .decimals(2))
  nonisolated static let stock = Field<Int>("stock", title: "Stock")
  static let worth = Field("worth", title: "Worth", format: .decimals(2)) {
    $0[price] * Double($0[stock])
  }

  static func make() throws -> Part {
    let cards = try RecordTable(Schema(name, city, price, stock), csv: .text(cards))
    let columns = [FieldColumn(name), FieldColumn(city), FieldColumn(price)]
    return RecordsView(
      cards, columns: columns + [FieldColumn(stock), FieldColumn(worth)]
    )
    .grouped(by: city, sums: stock, worth)
    .sorted(by: .descending(worth))
    .configureRow { row, card in
      if card[stock] == 0 { row.mark("dim-label") }
    }
  }

  private static let cards = """
    name,city,price,stock
    Teapot,名古屋,48.50,12
    Cup,名古屋,9.80,140
    Tray,名古屋,22,0
    Lamp,Paris,129,4
    Vase,Paris,75.25,9
    Mirror,Paris,310,1
    Chair,Osaka,89.90,25
    Table,Osaka,240,6
    Stool,Osaka,35,0
    Rug,Tokyo,410,3

    """
}
