internal import HikidashiRecords
internal import HikidashiStorage

/// The fields of the addresses that feeds have moved to.
enum MovedFields {
  static let source = Field<String>("source", collation: .binary)
  static let address = Field<String>("address")

  static func schema() throws(SchemaError) -> Schema { try Schema(source, address) }
}

extension TimelineStore {
  /// The address that a source is asked at now: its server has moved it for good; nil where it did not.
  ///
  /// The source keeps its ``TimelineSource/id``, and with it its posts, marks and the reader's place.
  ///
  /// - Complexity: O(1)
  public func movedAddress(of source: String) -> String? {
    moved.records[source]?[MovedFields.address]
  }

  /// The source that has an address now: by its own, or as it moved there; nil where none has.
  ///
  /// - Complexity: O(*n*) in the sources that moved
  public func source(at address: String) -> TimelineSource? {
    let id = moved.table.first { $0[MovedFields.address] == address }?[MovedFields.source]
    let own = TimelineSource(.feed, title: "", address: address).id
    return [own, id].compactMap(\.self).lazy.compactMap { self.sources.records[$0] }.first
      .map { TimelineSource($0) }
  }

  /// The sources with the addresses that they are asked at now, for lists that other programs read.
  ///
  /// - Complexity: O(*n*)
  public func atMovedAddresses(_ sources: [TimelineSource]) -> [TimelineSource] {
    sources.map { source in
      var source = source
      source.address = movedAddress(of: source.id) ?? source.address
      return source
    }
  }

  /// Keeps the address that a source has moved to; nil where its own holds again.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  func keep(moved source: String, to address: String?) throws {
    guard address != movedAddress(of: source) else { return }
    try moved.edit { records in
      if let address {
        try records.upsert(source) { $0[MovedFields.address] = address }
      } else {
        _ = records.remove(source)
      }
    }
  }
}
