import Hikidashi

enum PastOneMachinePage: GalleryPage {
  static let title = tr("Past one machine")
  static let summary = tr(
    """
    The same cards for many people and machines: the destination is one line, and the rest of \
    the app does not know it.
    """)
  static let file = #filePath

  nonisolated static let name = Field<String>("name")
  nonisolated static let city = Field<String>("city")

  /// The one line: `.postgres("postgresql://db.local/office")` in its place, and the app
  /// imports `HikidashiPostgresStorage`, too.
  static let destination = StoreDestination.memory

  static func make() async throws -> Part {
    let cards = try await RecordStore.open(Schema(name, city), at: destination)
    try await cards.edit { cards in
      for (person, place) in [("山田 花子", "名古屋"), ("Émile Roux", "Paris")] {
        try cards.append {
          $0[name] = person
          $0[city] = place
        }
      }
    }
    return show(cards)
  }

  private static func show(_ cards: RecordStore) -> Part {
    Stack(.vertical, spacing: 12) {
      Label("On one machine:").textAlignment(.start)
      code(#"  at: .sqlite("/home/me/cards.db")"#)
      Label("For many people and machines:").textAlignment(.start)
      code(#"  at: .postgres("postgresql://db.local/office")"#)
      Label(
        """
        Edits, undo, conflicts and the changes that others make are the same calls.

        PostgresStorage is a product of its own, so that nobody else needs libpq. The gallery does \
        not link it either: here the same code keeps its cards in \(cards.destination).
        """
      ).wrapping().textAlignment(.start)
      TableView({ Array(cards.table) }, text: { "\($0[name])   \($0[city])" }).expand()
    }.margin(12)
  }

  private static func code(_ line: String) -> Part {
    Label(line).selectable().wrapping().textAlignment(.start).styleClass("monospace")
  }
}
