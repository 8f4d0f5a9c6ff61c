import Hikidashi

enum KeptCardsPage: GalleryPage {
  static let title = "Kept cards"
  static let summary =
    "Every edit is on the disk when it shows: kill the app and look again. The lower list is a "
    + "second store on the same file, as another program would open it."
  static let file = #filePath

  nonisolated static let name = Field<String>("name")
  nonisolated static let rate = Field<Int>("rate", default: 3, rules: [.range(0...5)])

  static func make() async -> Part {
    guard let folder = UserFolders.data(of: "io.github.hikidashi.Gallery") else {
      return StatusPage("The cards cannot be kept", description: "There is no folder for data.")
    }
    let place = StoreDestination.sqlite(folder + "/kept-cards.db")
    do {
      let schema = try Schema(name, rate)
      let here = try await RecordStore.open(schema, at: place)
      if here.table.isEmpty {
        try await here.edit("Add two") { cards in
          try cards.append { $0[name] = "山田 花子" }
          try cards.append { $0[name] = "Émile Roux" }
        }
      }
      let elsewhere = try await RecordStore.open(schema, at: place)
      return show(here, elsewhere)
    } catch {
      return StatusPage("The cards cannot be opened", description: "\(error)")
    }
  }

  private static func show(_ here: RecordStore, _ elsewhere: RecordStore) -> Part {
    let status = Label("").wrapping().styleClass("dim-label")
    let list = OutlineView(here.table.rows, text: text)
    let other = OutlineView(elsewhere.table.rows, text: text)
    let attempt = { @MainActor (work: @escaping @MainActor () async throws -> Void) in
      _ = Task { do { try await work() } catch { status.text = "\(error)" } }
    }
    let entry = SearchField("A name, then Enter")
    entry.onSubmit = { text in
      guard !text.isEmpty else { return }
      attempt { _ = try await here.edit("Add \(text)") { try $0.append { $0[name] = text } } }
    }
    let followers = Followers()
    followers.follow(here) { change in
      list.change { $0.merge(change.after.rows) }
      let known = change.changes
      let count = known.inserted.count + known.updated.count + known.removed.count
      let changed = count == 1 ? "1 card" : "\(count) cards"
      status.text =
        change.kind == .external
        ? "Changed from outside: \(changed)"
        : "\(change.kind == .undo ? "Undone" : change.name ?? "Edited"): \(changed), on the disk"
    }
    followers.follow(elsewhere) { change in
      other.change { $0.merge(change.after.rows) }
    }
    let part = Stack(.vertical, spacing: 0) {
      Stack(.horizontal, spacing: 6) {
        entry.expand(.horizontal)
        Button("Undo") { attempt { _ = try await here.undo() } }
      }.margin(6)
      list.expand()
      status.margin(6)
      Stack(.horizontal, spacing: 6) {
        Label("Opened a second time").expand(.horizontal)
        Button("One star more") { attempt { try await addStar(elsewhere) } }
      }.margin(6)
      other.expand()
      Label("Kept in \(shortPath(here.destination.description))").wrapping().styleClass("caption")
        .margin(6)
    }
    part.keep(followers)
    return part
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
