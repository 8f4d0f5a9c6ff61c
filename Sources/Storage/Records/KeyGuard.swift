package import HikidashiRecords

/// A unique index that a database keeps for a store, so that older versions and other tools cannot
/// store two records with one key.
///
/// It is never stricter than the store, so it refuses nothing that the store accepts. It compares
/// as the store does, except for differences that only a collation knows: both can take A–Z and a–z
/// as equal, but only the store takes full and half width as equal. The store checks every edit
/// against its own keys with the database's lock held, and lists the records that others have
/// stored nevertheless.
package struct KeyGuard: Sendable, Equatable {
  /// The name of the index, which depends on the fields and on how they are compared.
  package let name: String
  package let columns: [Column]

  package struct Column: Sendable, Equatable {
    /// The index of the field in the schema.
    package let field: Int
    /// Whether A–Z and a–z are equal.
    package let ignoresCase: Bool
  }

  /// The prefix of the names of all indexes.
  package static let prefix = "hikidashi_unique_"

  /// Returns the indexes for the keys of the store with this row in the catalog.
  package static func guards(for keys: RecordKeys, store: Int) -> [KeyGuard] {
    let names = keys.table.schema.names
    return keys.rules.map { rule in
      let columns = rule.map { Column(field: $0.field, ignoresCase: $0.ignoresCase) }
      let words = columns.map { "\(names[$0.field])\u{0}\($0.ignoresCase ? "case" : "")" }
      let hash = Array(words.joined(separator: "\u{0}").utf8).withUnsafeBytes { XXHash64.hash($0) }
      return KeyGuard(name: "\(prefix)\(store)_\(String(hash, radix: 16))", columns: columns)
    }
  }
}
