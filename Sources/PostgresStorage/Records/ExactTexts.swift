import Glibc
internal import Records

/// The texts that a column of PostgreSQL does not hold as they are: those with the character NUL.
///
/// They are rare. The column has “␀” (U+2400) in its place, and the table `hikidashi_exact` the text's
/// bytes, which count only while the column holds what was made of them, so that another tool may
/// change the column.
struct ExactTexts: Sendable {
  private struct Place: Hashable, Sendable {
    var number: Int
    var field: Int
  }

  private var texts: [Place: [UInt8]] = [:]

  init() {}

  var isEmpty: Bool { texts.isEmpty }

  /// Reads those of a store.
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

  /// What a text was, of which a column holds `stored`; nil where it is that itself.
  func text(_ number: Int, _ field: Int, stored: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let text = texts[Place(number: number, field: field)] else { return nil }
    return Self.shown(text).elementsEqual(stored) ? text : nil
  }

  /// Whether a column does not hold a text as it is.
  @inline(__always)
  static func needs(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    return memchr(start, 0, text.count) != nil
  }

  /// What a column holds of a text.
  static func shown(_ text: some Sequence<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for byte in text {
      if byte == 0 { shown += [0xE2, 0x90, 0x80] } else { shown.append(byte) }
    }
    return shown
  }

  /// Notes a text of a record.
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

  /// Removes those of some records.
  static func remove(_ numbers: [Int], store: Int) -> PostgresStatement {
    PostgresStatement("DELETE FROM hikidashi_exact WHERE store = $1 AND number = ANY ($2)") {
      $0.add(store)
      $0.add(numbers)
    }
  }
}
