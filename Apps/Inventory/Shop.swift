import Hikidashi
import HikidashiPostgresStorage

/// The records of a shop: its categories, and its items, each of which is in one of them.
struct Shop: Sendable {
  static let label = Field<String>("label", title: tr("Category"), rules: [.length(1...40)])
  static let name = Field<String>("name", title: tr("Name"), rules: [.length(1...80)])
  static let price = Field<Double>(
    "price", title: tr("Price"), default: 0, format: .decimals(2), rules: [.range(0...1e9)])
  static let stock = Field<Int>(
    "stock", title: tr("Stock"), default: 1, rules: [.range(0...1_000_000)])
  static let note = Field<String>("note", title: tr("Note"), default: "", format: .paragraphs)
  static let picture = Field<String?>("picture", title: tr("Picture"), format: .picture)
  static let worth = Field("worth", title: tr("Worth"), format: .decimals(2)) {
    $0[price] * Double($0[stock])
  }

  let category: Field<String>
  let categories: RecordStore
  let items: RecordStore

  /// - Parameter place: Where a table of that name is kept.
  init(_ place: (_ table: String) -> StoreDestination) async throws {
    categories = try await RecordStore.open(
      Schema(Self.label), key: Self.label, at: place("categories"))
    category = Field<String>("category", title: tr("Category")).choices(
      of: Self.label, in: categories)
    items = try await RecordStore.open(
      Schema(Self.name, category, Self.price, Self.stock, Self.note, Self.picture),
      at: place("items"))
  }

  /// The one line: an address of a database in the settings, and the items are in PostgreSQL.
  static func place(_ database: String, in folder: String) -> (_ table: String) -> StoreDestination
  {
    {
      database.isEmpty
        ? .sqlite("\(folder)/inventory.db", table: $0) : .postgres(database, table: $0)
    }
  }
}
