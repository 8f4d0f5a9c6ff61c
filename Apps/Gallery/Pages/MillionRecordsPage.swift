import Hikidashi

enum MillionRecordsPage: GalleryPage {
  static let title = tr("A million records")
  static let summary = tr(
    """
    A click on a header sorts them off the main thread; the next frame shows the new order.
    """)
  static let file = #filePath

  nonisolated static let name = Field<String>("name", title: "Name")
  nonisolated static let number = Field<Int>("number", title: "Number")
  nonisolated static let share = Field<Double>(
    "share", title: "Share", format: .percent(decimals: 1))
  nonisolated static let even = Field<Bool>("even", title: "Even")

  static func make() async -> Part {
    do { return RecordsView(try await records()) } catch {
      return StatusPage("The records cannot be made", description: "\(error)")
    }
  }

  @concurrent
  private static func records() async throws -> RecordTable {
    let places = 0..<1_000_000
    // Multiples of a prime go through all numbers in another order.
    let numbers = places.map { ($0 * 7_368_787) % 1_000_000 }
    var table = RecordTable(try Schema(name, number, share, even))
    try table.append(columns: [
      name.column(numbers.map { "drawer \($0)" }), number.column(numbers),
      share.column(numbers.map { Double($0) / 1_000_000 }),
      even.column(numbers.map { $0.isMultiple(of: 2) }),
    ])
    return table
  }
}
