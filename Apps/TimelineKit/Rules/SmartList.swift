public import HikidashiRecords

/// A query that is kept: a list of its own, which has whatever the query finds.
public struct SmartList: Hashable, Sendable, Identifiable {
  public var id: String
  /// What people call it.
  public var title: String
  /// What it has, in the query language.
  public var query: String
  /// The ``TimelineSource/id`` of the source whose posts it has; empty for all.
  public var source: String

  /// Makes a list of its parts.
  public init(id: String, title: String, query: String, source: String = "") {
    self.id = id
    self.title = title
    self.query = query
    self.source = source
  }

  /// What the list has.
  ///
  /// - Throws: ``RuleError/badQuery(title:_:)``
  public func condition() throws(RuleError) -> Query {
    let found = try Self.parse(query, title: title)
    return source.isEmpty ? found : found && PostFields.source == source
  }

  static func parse(_ query: String, title: String) throws(RuleError) -> Query {
    do {
      return try Query(parsing: query, schema: PostFields.querySchema())
    } catch {
      throw .badQuery(title: title, reason: "\(error)")
    }
  }
}

/// The fields of a smart list as it is kept.
public enum SmartListFields {
  /// Its own identifier.
  public static let id = Field<String>("id", collation: .binary)
  /// Its title.
  public static let title = Field<String>(
    "title", title: tr("Title"), default: "", collation: .localized(numbers: .byValue))
  /// Which posts it has, in the query language.
  public static let query = Field<String>("query", title: tr("Query"), default: "")
  /// The identifier of the source that it is of; empty for all.
  public static let source = Field<String>(
    "source", title: tr("Source"), default: "", collation: .binary)

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema { try Schema(id, title, query, source) }
}

extension SmartList {
  /// The list that a record holds.
  public init(_ record: Record) {
    self.init(
      id: record[SmartListFields.id], title: record[SmartListFields.title],
      query: record[SmartListFields.query], source: record[SmartListFields.source])
  }

  /// Writes the list into a record.
  public func fill(_ draft: inout RecordDraft) {
    draft[SmartListFields.title] = title
    draft[SmartListFields.query] = query
    draft[SmartListFields.source] = source
  }
}
