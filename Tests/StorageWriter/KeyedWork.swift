import HikidashiBase
import HikidashiRecords
import HikidashiStorage

/// What the writer does with keyed records: as many as there are letters, most of whose keys others
/// want, too.
enum KeyedWork {
  static let code = Field<String>("code", collation: .localized(locale: "en"))
  static let count = Field<Int>("count", default: 0)

  typealias Goods = KeyedRecordStore<String>

  static func open(_ path: String, saving: StoreSaving = .eachEdit) throws -> Goods {
    try KeyedRecordStore(Schema(code, count), key: code, at: .sqlite(path), saving: saving)
  }

  /// Makes some edit; what keys and other writers are in the way of is left.
  static func step(
    _ goods: Goods, _ random: inout SeededGenerator
  ) throws {
    let letters = Array("aAbBcCdDeE")
    func text() -> String { letters.randomElement(using: &random).map { "\($0)" } ?? "" }
    let (first, second) = (text(), text())
    do {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try goods.store.undo()
      case 1: try goods.edit { _ = $0.remove(first) }
      case 2: try goods.edit { _ = try $0.update(first) { $0[code] = second } }
      case 3: try goods.edit { _ = try $0.upsert(first) { $0[count] += 1 } }
      case 4: try goods.store.save()
      default:
        try goods.store.edit { table in
          let numbers = Array(table.numbers)
          if let one = numbers.first, let other = numbers.last, numbers.count > 3 {
            let codes = (table[one, code], table[other, code])
            try table.update(one) { $0[code] = codes.1 }
            try table.update(other) { $0[code] = codes.0 }
          } else {
            try table.append { $0[code] = first }
          }
        }
      }
    } catch is RecordError {
    } catch StoreError.refused {
    } catch StoreError.conflict {
      // What is not saved would be in the way for ever.
      while goods.store.saving == .whenAsked, (try? goods.store.undo()) == true {}
    }
  }
}
