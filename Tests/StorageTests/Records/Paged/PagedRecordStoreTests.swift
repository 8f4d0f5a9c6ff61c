import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Records that are read by the page, against an array of all of them.
struct PagedRecordStoreTests {
  private static let id = Field<String>("id", collation: .binary)
  private static let group = Field<String>("group", collation: .binary)
  private static let when = Field<Date>("when")
  private static let text = Field<String>("text", default: "")
  private static let size = Field<Double>("size", default: 0)
  private static let count = Field<Int?>("count")
  private static let isRead = Field<Bool>("read", default: false)
  private static let note = Field<String>("note", default: "")

  private func open(_ folder: ScratchFolder, searched: Bool = true) throws -> PagedRecordStore {
    try PagedRecordStore(
      Schema(
        Self.id, Self.when, Self.group, Self.text, Self.size, Self.count, Self.isRead, Self.note),
      at: folder.url.path + "/records.db", key: Self.id, order: Self.when, lookups: [Self.group],
      marks: [Self.isRead], words: searched ? [Self.text] : [], annotations: [Self.note])
  }

  private struct Row: Equatable {
    var id: String
    var when: Double
    var group = "a"
    var text = ""
    var isRead = false
    var note = ""
  }

  private func put(_ rows: [Row], _ store: PagedRecordStore) throws -> PagedRecordStore.Outcome {
    try store.put([
      Self.id.column(rows.map(\.id)), Self.group.column(rows.map(\.group)),
      Self.when.column(rows.map { Date(timeIntervalSinceReferenceDate: $0.when) }),
      Self.text.column(rows.map(\.text)), Self.note.column(rows.map(\.note)),
    ])
  }

  private func rows(_ page: PagedRecords) -> [Row] {
    page.table.map { record in
      Row(
        id: record[Self.id], when: record[Self.when].timeIntervalSinceReferenceDate,
        group: record[Self.group], text: record[Self.text], isRead: record[Self.isRead],
        note: record[Self.note])
    }
  }

  private func isBefore(_ first: Row, _ second: Row) -> Bool {
    first.when != second.when
      ? first.when < second.when : first.id.utf8.lexicographicallyPrecedes(second.id.utf8)
  }

  @Test func aStoreIsThereAfterItIsOpenedAnewAndNotOfAnotherSchema() throws {
    let folder = try ScratchFolder()
    do {
      let store = try open(folder)
      let outcome = try put([Row(id: "b", when: 2), Row(id: "a", when: 1)], store)
      #expect(outcome.added == [0, 1] && outcome.changed.isEmpty && outcome.known == 0)
      try store.mark(Self.isRead, store.numbers(of: ["a"]))
    }
    let store = try open(folder)
    #expect(rows(try store.page(.before, of: nil, limit: 9)).map(\.id) == ["b", "a"])
    #expect(try store.records(["a", "x"]).table[0, Self.isRead])
    let error = #expect(throws: StoreError.self) { try open(folder, searched: false) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("WORDS"))
  }

  @Test func numbersThatAreNoneAndNullsAreKept() throws {
    let folder = try ScratchFolder()
    let store = try open(folder)
    try store.put([
      Self.id.column(["a"]), Self.group.column(["g"]), Self.when.column([Date()]),
      Self.size.column([.nan]),
    ])
    let page = try store.records(["a"])
    #expect(page.table[0, Self.size].isNaN && page.table[0, Self.count] == nil)
  }

  @Test func changesByOthersAreTold() async throws {
    let folder = try ScratchFolder()
    let (store, other) = (try open(folder), try open(folder))
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let token = store.onChangeElsewhere { continuation.yield() }
    defer { token.cancel() }
    #expect(try store.records(["a"]).isEmpty)
    _ = try put([Row(id: "a", when: 1)], other)
    try other.mark(Self.isRead, other.numbers(of: ["a"]))
    for await _ in stream { break }
    #expect(try store.records(["a"]).table[0, Self.isRead])
  }

  @Test func anyChangesGiveWhatAnArrayHas() throws {
    var generator = SeededGenerator(seed: testSeed())
    for round in 0..<testSteps(20) {
      let folder = try ScratchFolder()
      var store = try open(folder)
      var model: [Row] = []
      for step in 0..<25 {
        let context = "seed \(generator.seed), round \(round), step \(step)"
        if step % 7 == 6 { store = try open(folder) }
        try change(store, &model, context, &generator)
        try check(store, model, context, &generator)
      }
    }
  }

  private func change(
    _ store: PagedRecordStore, _ model: inout [Row], _ context: String,
    _ generator: inout SeededGenerator
  ) throws {
    func some() -> [String] {
      model.map(\.id).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
    }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0..<3:
      let fresh = (0..<Int.random(in: 0...8, using: &generator)).map { _ in random(&generator) }
      var (added, changed, known) = (0, 0, 0)
      for row in fresh {
        guard let place = model.firstIndex(where: { $0.id == row.id }) else {
          model.append(row)
          added += 1
          continue
        }
        var new = row
        (new.isRead, new.note) = (model[place].isRead, model[place].note)
        if new == model[place] { known += 1 } else { changed += 1 }
        model[place] = new
      }
      let outcome = try put(fresh, store)
      #expect(outcome.added.count == added && outcome.changed.count == changed, "\(context)")
      #expect(outcome.known == known && outcome.numbers.count == added, "\(context)")
    case 3:
      let ids = some()
      #expect(try store.remove(ids) == ids.count, "\(context)")
      model.removeAll { ids.contains($0.id) }
    case 4:
      try store.remove(where: Self.group, is: "b")
      model.removeAll { $0.group == "b" }
    case 5:
      let (ids, isRead) = (some(), Bool.random(using: &generator))
      let changed = try store.mark(Self.isRead, store.numbers(of: ids), isMarked: isRead)
      #expect(
        changed.count == model.count { ids.contains($0.id) && $0.isRead != isRead }, "\(context)")
      for place in model.indices where ids.contains(model[place].id) {
        model[place].isRead = isRead
      }
    default:
      guard let place = model.indices.randomElement(using: &generator) else { return }
      (model[place].note, model[place].text) = ("mine", "cat")
      model[place].isRead.toggle()
      let row = model[place]
      try store.update(row.id) { draft in
        (draft[Self.note], draft[Self.text], draft[Self.isRead]) = (row.note, row.text, row.isRead)
      }
    }
  }

  private func random(_ generator: inout SeededGenerator) -> Row {
    let words = ["cat", "Cats", "dog", "drawer", "Ärger"]
    let text = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      words.randomElement(using: &generator) ?? ""
    }
    return Row(
      id: "\(Int.random(in: 0..<30, using: &generator))",
      when: Double(Int.random(in: -2...4, using: &generator)),
      group: Bool.random(using: &generator) ? "a" : "b", text: text.joined(separator: " "))
  }

  private func check(
    _ store: PagedRecordStore, _ model: [Row], _ context: String,
    _ generator: inout SeededGenerator
  ) throws {
    let sorted = model.sorted(by: isBefore)
    #expect(try store.count() == model.count, "\(context)")
    #expect(rows(try store.page(.after, of: nil, limit: 99)) == sorted, "\(context)")
    let group: String? = Bool.random(using: &generator) ? nil : "a"
    let value = group.map { (Self.group, $0) }
    let wanted = sorted.filter { group == nil || $0.group == group }
    let place = random(&generator)
    let paged = PagedPlace(Date(timeIntervalSinceReferenceDate: place.when), key: place.id)
    let (older, newer) = (
      wanted.filter { isBefore($0, place) }, wanted.filter { isBefore(place, $0) }
    )
    let page = try store.page(.before, of: paged, limit: 3, where: value)
    #expect(rows(page) == Array(older.reversed().prefix(3)), "\(context)")
    #expect(page.last?.key == older.reversed().prefix(3).last?.id, "\(context)")
    #expect(
      rows(try store.page(.after, of: paged, limit: 3, where: value)) == Array(newer.prefix(3)),
      "\(context)")
    #expect(try store.count(.after, of: paged, where: value) == newer.count, "\(context)")
    let itself = wanted.count { $0.when == place.when && $0.id == place.id }
    #expect(
      try store.numbers(.before, of: paged, where: value).count == older.count + itself,
      "\(context)")
    #expect(
      try store.counts(by: Self.group)
        == Dictionary(grouping: model, by: \.group).mapValues(\.count),
      "\(context)")
    #expect(try store.markedCount(Self.isRead) == model.count(where: \.isRead), "\(context)")
    #expect(try store.marked(Self.isRead).count == model.count(where: \.isRead), "\(context)")
    for (query, isHit) in Self.queries {
      let hits = model.filter { isHit($0.text.lowercased().split(separator: " ").map(String.init)) }
      let found = try store.search(TextQuery(query), limit: 99)
      #expect(
        Set(try store.places(of: found).map(\.key)) == Set(hits.map(\.id)), "\(context) \(query)")
      #expect(try store.count(TextQuery(query)) == hits.count, "\(context) \(query)")
    }
  }

  private static let queries: [(String, @Sendable ([String]) -> Bool)] = [
    ("cat", { $0.contains("cat") }), ("ca*", { $0.contains { $0.hasPrefix("ca") } }),
    ("cat dog", { $0.contains("cat") && $0.contains("dog") }),
    ("arger -cats", { $0.contains("ärger") && !$0.contains("cats") }), ("-dog", { _ in false }),
  ]
}
