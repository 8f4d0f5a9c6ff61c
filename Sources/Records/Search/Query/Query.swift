/// What to look for among the records of a table: a value, made of fields or read from a search
/// field.
///
/// ```swift
/// let found = cards.search(rate >= 4 && !passed)
/// let recent = title.contains("quic") && year.isIn(2020...)
/// let typed = try Query(parsing: "quic status:standard 2020..", schema: cards.schema)
/// ```
///
/// Text is compared as its field's collation says: where that is localized, case and width do not
/// matter; where it is binary, every byte does.
///
/// A record whose value is null fulfils no comparison, not even `!=`; only ``FieldHandle/isNull``
/// finds it. `!` gives the other records, all of them: `!(rate >= 4)` finds records without a rate
/// too. There is no third truth value as in SQL.
///
/// A number that is none (`Double.nan`) lies in no range, and equals another such.
public struct Query: Hashable, Sendable {
  let node: QueryNode

  init(_ node: QueryNode) { self.node = node }

  init(_ test: QueryTest, _ field: some FieldHandle) {
    node = .test(test, field.definition)
  }

  /// Finds every record.
  public static let everything = Query(.everything)

  /// Finds no record.
  public static let nothing = Query(.nothing)

  /// Finds what all of these find; every record, if there are none.
  public static func all(of queries: some Sequence<Query>) -> Query {
    Query(.conjunction(queries.map(\.node)))
  }

  /// Finds what any of these finds; nothing, if there are none.
  public static func any(of queries: some Sequence<Query>) -> Query {
    Query(.disjunction(queries.map(\.node)))
  }

  /// The fields that the query asks about, each once, in order of their first appearance.
  public var fields: [FieldDefinition] {
    var found: [FieldDefinition] = []
    node.forEachTest { _, field in if !found.contains(field) { found.append(field) } }
    return found
  }
}

/// What can stand where a ``Query`` is asked for: a query, or a field of `Bool`, which finds the
/// records where it is true.
public protocol QueryExpression: Sendable {
  var query: Query { get }
}

extension Query: QueryExpression {
  public var query: Query { self }
}

/// `Bool`, or `Bool` that may be missing.
public protocol TruthValue: FieldValue {}

extension Bool: TruthValue {}
extension Optional: TruthValue where Wrapped == Bool {}

extension Field: QueryExpression where Value: TruthValue {
  public var query: Query { Query(.oneOf([.boolean(true)]), self) }
}

extension QueryExpression {
  /// Finds what both find.
  public static func && (left: Self, right: some QueryExpression) -> Query {
    .all(of: [left.query, right.query])
  }

  /// Finds what either finds.
  public static func || (left: Self, right: some QueryExpression) -> Query {
    .any(of: [left.query, right.query])
  }

  /// Finds the records that the other does not find, those without a value among them.
  public static prefix func ! (query: Self) -> Query { Query(.complement(query.query.node)) }
}
