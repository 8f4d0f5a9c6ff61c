import FoundationEssentials
import HikidashiRecords
import HikidashiStorage

/// The changes of records that are read by the page, each known by its number.
enum PagedWork {
  private static let id = Field<String>("id", collation: .binary)
  private static let text = Field<String>("text", default: "")

  static func open(_ path: String) throws -> PagedRecordStore {
    try PagedRecordStore(Schema(id, text), at: path, key: id, words: [text])
  }

  /// Puts records, in every second change by pieces that are not synced before the last is there.
  static func change(_ store: PagedRecordStore, number: Int) throws {
    let isSynced = number % 2 == 0
    for part in 0..<(isSynced ? 1 : 3) {
      let texts = (0..<4).map { "word\($0 * number % 101) of piece \(part)" }
      let ids = (0..<4).map { "\(number % 10).\(part).\($0)" }
      try store.put([id.column(ids), text.column(texts)], isSynced: isSynced)
    }
    if !isSynced { try store.sync() }
  }
}
