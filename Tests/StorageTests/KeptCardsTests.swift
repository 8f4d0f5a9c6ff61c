import Foundation
import HikidashiRecords
import HikidashiStorage
import Testing

@Test func cardsKeepThemselves() async throws {
  let folder = FileManager.default.temporaryDirectory.path + "/cards-\(UUID())"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let name = Field<String>("name")
  let rate = Field<Double>("rate", default: 0)
  let schema = try Schema(name, rate)

  let place = StoreDestination.sqlite(folder + "/cards.db")  // or .file, .memory, .bytes
  let cards = try await RecordStore.open(schema, at: place)
  let yamada = try await cards.edit("Add") { try $0.append { $0[name] = "山田" } }
  #expect(cards.table[yamada, name] == "山田")  // now, and after a power cut

  let elsewhere = try await RecordStore.open(schema, at: place)  // as another process would
  try await elsewhere.edit("Rate") { try $0.update(yamada) { $0[rate] = 5 } }
  try await cards.refresh()  // or without it, a moment later
  #expect(cards.table[yamada, rate] == 5)
  await #expect(throws: StoreError.self) { try await cards.undo() }  // others changed it since
  try await elsewhere.undo()

  let moved = try await cards.copy(to: .file(folder + "/cards.tsv"))
  #expect(moved.table.count == 1)

  let document = try await Document.open(.folder(folder + "/app"), version: "1.4")
  let notes = try await document.store("notes", Schema(name))
  try await notes.edit { _ = try $0.append { $0[name] = "りんご" } }  // in memory at once
  document.setValue(Array("dark".utf8), for: "look")
  try await document.save()
  #expect(!document.hasUnsavedChanges)
}
