import TestSupport
import Testing

@testable import HikidashiRecords

/// Keyed records under random edits, held against a dictionary.
@Suite struct KeyedPropertyTests {
  private static let size = Field<Int>("size", default: 0)
  private static let note = Field<String?>("note", collation: .binary)

  @Test(arguments: [Collation.binary, .localized(locale: "ja")])
  func keysAgreeWithADictionary(collation: Collation) throws {
    let seed = testSeed()
    print("keysAgreeWithADictionary: HIKIDASHI_SEED=\(seed)")
    let key = Field<String>("key", collation: collation)
    for sequence in 0..<testSteps(60) {
      var random = RandomRecords(seed: seed &+ UInt64(sequence))
      if let failure = try Self.failure(&random, key) {
        Issue.record("HIKIDASHI_SEED=\(seed &+ UInt64(sequence)), \(collation): \(failure)")
        return
      }
    }
  }

  private static func failure(
    _ random: inout RandomRecords, _ key: Field<String>
  ) throws -> String? {
    var pair = Pair(
      keyed: try KeyedRecords(Schema(key, size, note), key: key, unique: [[note]]), key: key)
    for step in 0..<60 {
      let before = pair.keyed
      do {
        if let failure = try pair.step(&random) { return "step \(step): \(failure)" }
      } catch let error as RecordError {
        guard case .duplicateKey = error, pair.keyed.table.changes(since: before.table).isEmpty
        else { return "step \(step): \(error), or a refused edit left something behind" }
      }
      if let failure = difference(pair.keyed, pair.model, key, pair.id) {
        return "step \(step): \(failure)"
      }
    }
    let order = pair.keyed.map { pair.id($0[key]) }
    for (left, right) in zip(order, order.dropFirst()) where !left.lexicographicallyPrecedes(right)
    {
      return "not in order of keys"
    }
    return nil
  }

  /// Keyed records, and the dictionary that they should agree with.
  private struct Pair {
    var keyed: KeyedRecords<String>
    let key: Field<String>
    var model: [[UInt8]: (key: String, note: String?)] = [:]

    /// Equal for texts that are the same key.
    func id(_ text: String) -> [UInt8] {
      Collator.shared(for: key.definition.collation)?.key(for: text) ?? Array(text.utf8)
    }

    private func holder(ofNote note: String?) -> [UInt8]? {
      guard let note else { return nil }
      return model.first { $0.value.note?.utf8.elementsEqual(note.utf8) == true }?.key
    }

    mutating func step(_ random: inout RandomRecords) throws -> String? {
      let name = random.text()
      let other = random.text()
      let text = random.chance(40) ? random.text() : nil
      let key = key
      let id = id(name)
      switch random.below(5) {
      case 0, 1:
        try keyed.append {
          $0[key] = name
          $0[note] = text
        }
        if model[id] != nil || holder(ofNote: text) != nil { return "“\(name)” was added twice" }
        model[id] = (name, text)
      case 2:
        try keyed.upsert(name) { $0[note] = text }
        if let holder = holder(ofNote: text), holder != id { return "a note was given twice" }
        model[id] = (model[id]?.key ?? name, text)
      case 3:
        guard let record = model[id] else { break }
        try keyed.update(name) { $0[key] = other }
        if model[self.id(other)] != nil, self.id(other) != id { return "“\(other)” is there twice" }
        model[id] = nil
        model[self.id(other)] = (other, record.note)
      default:
        if keyed.remove(name) != (model.removeValue(forKey: id) != nil) { return "remove" }
      }
      return nil
    }
  }

  private static func difference(
    _ keyed: KeyedRecords<String>, _ model: [[UInt8]: (key: String, note: String?)],
    _ key: Field<String>, _ bytes: (String) -> [UInt8]
  ) -> String? {
    guard keyed.count == model.count else { return "count \(keyed.count), not \(model.count)" }
    for (id, record) in model {
      guard let found = keyed[record.key] else { return "“\(record.key)” is not found" }
      guard found[key] == record.key, found[note] == record.note else { return "\(found.cells)" }
      guard bytes(found[key]) == id else { return "another key" }
    }
    return nil
  }
}
