import Hikidashi

/// What a card is. Its table, its form, its search and its file follow from it.
enum Cards {
  static let name = Field<String>("name", title: tr("Name"), rules: [.length(1...80)])
  static let place = Field<String>("place", title: tr("Place"), default: "")
  static let amount = Field<Int>(
    "amount", title: tr("Amount"), default: 1, rules: [.range(0...1_000_000)])
  static let price = Field<Double>(
    "price", title: tr("Price"), default: 0, format: .decimals(2), rules: [.range(0...1e9)])
  static let note = Field<String>("note", title: tr("Note"), default: "", format: .paragraphs)
  /// It is not stored.
  static let worth = Field("worth", title: tr("Worth"), format: .decimals(2)) {
    $0[price] * Double($0[amount])
  }

  static func open(at place: StoreDestination) async throws -> RecordStore {
    try await RecordStore.open(Schema(name, Self.place, amount, price, note), at: place)
  }
}
