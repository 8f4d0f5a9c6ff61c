public import Records
public import Storage

/// Settings as records of a store: one for each key of the file's outermost object, with its JSON.
///
/// ```swift
/// let records = try document.store("preferences", PreferenceRecords.schema())
/// let store = try PreferenceStore(settings, at: .records(records), version: "1.0")
/// ```
///
/// So settings lie in the same database as an app's data, and can be looked at with its tools.
public final class PreferenceRecords: ByteStorage {
  /// Bytes of other names, such as what was set aside.
  private static let otherMark = "@"
  static let name: StorageName = "preferences.json"

  private let store: RecordStore
  private let key: Field<String>
  private let value: Field<String>

  /// A schema of the two fields that the store must have, `key` and `value`.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(Field<String>("key"), Field<String>("value"))
  }

  init(_ store: RecordStore) throws(SchemaError) {
    self.store = store
    key = try store.schema.field("key", of: String.self)
    value = try store.schema.field("value", of: String.self)
  }

  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    let rows = store.table.map { (key: $0[key], value: $0[value]) }
    guard name == Self.name else {
      guard let row = rows.first(where: { $0.key == Self.otherMark + name.text }) else {
        throw .notFound(failure(.read, name))
      }
      return Array(row.value.utf8)
    }
    let members = rows.filter { !$0.key.hasPrefix(Self.otherMark) }
    guard !members.isEmpty else { throw .notFound(failure(.read, name)) }
    let lines = members.map { JSONText.quoted($0.key) + ": " + $0.value }
    return Array(("{" + lines.joined(separator: ",\n") + "}").utf8)
  }

  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    guard name == Self.name, let file = try? PreferenceFile(bytes) else {
      let text = String(decoding: bytes, as: UTF8.self)
      return try put([Self.otherMark + name.text: text], removing: { _ in false }, .write, name)
    }
    var wanted: [String: String] = [:]
    for member in file.members {
      wanted[member.key] = PreferenceFile.node(member.value)?.text ?? "null"
    }
    // What is there and not wanted goes; a key with the mark is no member.
    let keys = Set(wanted.keys)
    try put(
      wanted, removing: { !keys.contains($0) && !$0.hasPrefix(Self.otherMark) }, .write, name)
  }

  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    var whole: [UInt8] = []
    do throws(StorageError) { whole = try read(name) } catch .notFound {}
    try write(whole + bytes, to: name, durability: durability)
  }

  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    guard try exists(name) else { throw .notFound(failure(.remove, name)) }
    let mark = Self.otherMark + name.text
    let isOwn = name == Self.name
    try put(
      [:], removing: { isOwn ? !$0.hasPrefix(Self.otherMark) : $0 == mark }, .remove, name)
  }

  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    let marks = store.table.map { $0[key] }
    let others = marks.filter { $0.hasPrefix(Self.otherMark) }
      .compactMap { try? StorageName(String($0.dropFirst())) }
    let names = (others.count < marks.count ? [Self.name] : []) + others
    var entries: [StorageEntry] = []
    for name in names where name.isUnder(folder) {
      entries.append(StorageEntry(name: name, size: try read(name).count, modified: .zero))
    }
    return entries.sorted { $0.name < $1.name }
  }

  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    do throws(StorageError) {
      return StorageEntry(name: name, size: try read(name).count, modified: .zero)
    } catch .notFound {
      return nil
    }
  }

  /// Stores values by their keys, and removes those that are to go, in one edit.
  private func put(
    _ values: [String: String], removing isGone: @escaping @Sendable (String) -> Bool,
    _ operation: StorageOperation, _ name: StorageName
  ) throws(StorageError) {
    let (key, value) = (key, value)
    do {
      try store.edit { table in
        var left = values
        for record in table {
          let name = record[key]
          if let text = left.removeValue(forKey: name) {
            guard text != record[value] else { continue }
            try table.update(record.number) { $0[value] = text }
          } else if isGone(name) {
            try table.remove(record.number)
          }
        }
        for (name, text) in left.sorted(by: { $0.key < $1.key }) {
          try table.append {
            $0[key] = name
            $0[value] = text
          }
        }
      }
    } catch {
      throw .io(failure(operation, name, reason: "\(error)"))
    }
  }

  private func failure(
    _ operation: StorageOperation, _ name: StorageName, reason: String = ""
  ) -> StorageFailure {
    StorageFailure(
      operation, name, place: store.destination.description, reason: reason)
  }
}

extension PreferencePlace {
  /// A store of records, whose schema is that of ``PreferenceRecords/schema()``.
  ///
  /// - Throws: `SchemaError` for a store without its fields.
  public static func records(_ store: RecordStore) throws(SchemaError) -> PreferencePlace {
    .bytes(in: try PreferenceRecords(store), name: PreferenceRecords.name)
  }
}
