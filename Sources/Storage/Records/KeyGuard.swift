package import HikidashiRecords

/// A unique index that a database keeps for a store, so that nobody, an older version or another tool,
/// stores two records with one key.
///
/// It is never stricter than the store, which would then be kept from what it takes. It compares as the
/// store does, but where a collation says that more is the same than a database can know without it:
/// A–Z and a–z are the same to both, full and half width to the store alone, which holds every edit
/// against its own keys with the database's lock held, and lists what others have stored nevertheless.
package struct KeyGuard: Sendable, Equatable {
  /// The index's name: another for other fields, or for fields that are compared otherwise.
  package let name: String
  package let columns: [Column]

  package struct Column: Sendable, Equatable {
    /// The field's place in the schema.
    package let field: Int
    /// Whether A–Z and a–z are the same.
    package let ignoresCase: Bool
  }

  /// What the name of every index begins with.
  package static let prefix = "hikidashi_unique_"

  /// The indexes for the keys of the store with this row in the catalog.
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
