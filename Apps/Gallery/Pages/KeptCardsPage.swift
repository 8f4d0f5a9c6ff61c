import Hikidashi

enum KeptCardsPage: GalleryPage {
  static let title = tr("Kept cards")
  static let summary = tr(
    """
    Every edit is on the disk when it shows: kill the app and look again. The lower list is a \
    second store on the same file, as another program would open it.
    """)
  static let file = #filePath

  nonisolated static let name = Field<String>("name")
  nonisolated static let rate = Field<Int>("rate", default: 3, rules: [.range(0...5)])

  static func make() async throws -> Part {
    let folder = UserFolders.data(of: "io.github.hikidashi.Gallery") ?? "."
    let place = StoreDestination.sqlite(folder + "/kept-cards.db")
    let schema = try Schema(name, rate)
    let here = try await RecordStore.open(schema, at: place)
    if here.table.isEmpty {
      try await here.edit("Add two") { cards in
        try cards.append { $0[name] = "山田 花子" }
        try cards.append { $0[name] = "Émile Roux" }
      }
    }
    return show(here, try await RecordStore.open(schema, at: place))
  }

  private static func show(_ here: RecordStore, _ elsewhere: RecordStore) -> Part {
    Stack(.vertical, spacing: 0) {
      Stack(.horizontal, spacing: 6) {
        SearchField("A name, then Enter").submits { text in
          if !text.isEmpty {
            _ = try await here.edit("Add \(text)") { try $0.append { $0[name] = text } }
          }
        }.expand(.horizontal)
        Button("Undo") { _ = try await here.undo() }
      }.margin(6)
      TableView({ Array(here.table) }, text: text).expand()
      Label("").wrapping().styleClass("dim-label").margin(6)
        .follow(here.changes) { label, change in label.text = words(for: change) }
      Stack(.horizontal, spacing: 6) {
        Label("Opened a second time").expand(.horizontal)
        Button("One star more") { try await addStar(elsewhere) }
      }.margin(6)
      TableView({ Array(elsewhere.table) }, text: text).expand()
      Label("Kept in \(here.destination)").wrapping().styleClass("caption").margin(6)
    }
  }

  private static func words(for change: RecordTransaction) -> String {
    let count = change.changes.count
    let changed = count == 1 ? "1 card" : "\(count) cards"
    if change.kind == .external { return "Changed from outside: \(changed)" }
    return "\(change.kind == .undo ? "Undone" : change.name ?? "Edited"): \(changed), on the disk"
  }

  private static func addStar(_ store: RecordStore) async throws {
    try await store.edit("One star more") { cards in
      guard let first = cards.numbers.first(where: { cards[$0, rate] < 5 }) else { return }
      try cards.update(first) { $0[rate] += 1 }
    }
  }

  private static func text(_ card: Record) -> String {
    "\(card[name])   " + String(repeating: "★", count: card[rate])
  }
}
