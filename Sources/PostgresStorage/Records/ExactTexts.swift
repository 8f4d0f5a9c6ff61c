import Glibc
internal import HikidashiRecords

/// The texts with the character NUL, which a column of PostgreSQL cannot hold.
///
/// They are rare. The column holds “␀” (U+2400) in place of NUL, and the table `hikidashi_exact`
/// the text's bytes. These count only while the column is unchanged, so that another tool may
/// change it.
struct ExactTexts: Sendable {
  private struct Place: Hashable, Sendable {
    var number: Int
    var field: Int
  }

  private var texts: [Place: [UInt8]] = [:]

  init() {}

  var isEmpty: Bool { texts.isEmpty }

  /// Reads the texts of a store.
  init(_ layout: PostgresLayout, _ connection: PostgresConnection) throws(PostgresError) {
    let rows = try connection.run(
      PostgresStatement("SELECT number, field, content FROM hikidashi_exact WHERE store = $1") {
        $0.add(layout.store)
      })
    for row in 0..<rows.rows {
      let name = rows.string(row, 1)
      guard let field = layout.schema.names.firstIndex(of: name) else { continue }
      texts[Place(number: rows.int(row, 0), field: field)] = rows.array(row, 2)
    }
  }

  /// Returns the original of the text that a column holds as `stored`; nil if `stored` is the
  /// original.
  func text(_ number: Int, _ field: Int, stored: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let text = texts[Place(number: number, field: field)] else { return nil }
    return Self.shown(text).elementsEqual(stored) ? text : nil
  }

  /// Whether a text holds NUL, so that a column cannot hold it.
  @inline(__always)
  static func needs(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    return memchr(start, 0, text.count) != nil
  }

  /// The form of a text that a column holds.
  static func shown(_ text: some Sequence<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for byte in text {
      if byte == 0 { shown += [0xE2, 0x90, 0x80] } else { shown.append(byte) }
    }
    return shown
  }

  /// The statement that stores the original of a record's text.
  static func insert(
    _ text: UnsafeBufferPointer<UInt8>, _ number: Int, field: String, store: Int
  ) -> PostgresStatement {
    PostgresStatement(
      "INSERT INTO hikidashi_exact (store, number, field, content) VALUES ($1, $2, $3, $4)"
    ) {
      $0.add(store)
      $0.add(number)
      $0.add(field)
      $0.add(bytes: text)
    }
  }

  /// The statement that removes the texts of these records.
  static func remove(_ numbers: [Int], store: Int) -> PostgresStatement {
    PostgresStatement("DELETE FROM hikidashi_exact WHERE store = $1 AND number = ANY ($2)") {
      $0.add(store)
      $0.add(numbers)
    }
  }
}
